import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { ApiError } from '../../http/errors.ts';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const PLACE_BYTES = 8;
const TAG_BYTES = 16;
const CURSOR_BYTES = NONCE_BYTES + PLACE_BYTES + TAG_BYTES;

/**
 * `next` of the change feed. Places are numbers over all projects, so one that is read today and one that is read tomorrow would say how
 * much happened in projects that the reader may not see. They are encrypted with a new nonce each time: two cursors do not even
 * show whether their places are the same.
 */
export class FeedCursors {
  readonly #readKey: () => Promise<Uint8Array>;
  #key: Uint8Array | null = null;

  constructor(readKey: () => Promise<Uint8Array>) {
    this.#readKey = readKey;
  }

  async write(place: number): Promise<string> {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, await this.#keyOfFeed(), nonce);
    const plain = Buffer.alloc(PLACE_BYTES);
    plain.writeBigUInt64BE(BigInt(place));
    const hidden = Buffer.concat([cipher.update(plain), cipher.final()]);
    return Buffer.concat([nonce, hidden, cipher.getAuthTag()]).toString('base64url');
  }

  /** 0, or nothing, is the beginning. Throws API_CURSOR_INVALID. */
  async read(cursor: string | undefined): Promise<number> {
    if (cursor === undefined || cursor === '0') return 0;
    const bytes = Buffer.from(cursor, 'base64url');
    if (bytes.length !== CURSOR_BYTES) throw invalid(cursor);
    const decipher = createDecipheriv(CIPHER, await this.#keyOfFeed(), bytes.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    const plain = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
    try {
      decipher.final();
    } catch (error) {
      throw invalid(cursor, error);
    }
    return Number(plain.readBigUInt64BE());
  }

  async #keyOfFeed(): Promise<Uint8Array> {
    this.#key ??= await this.#readKey();
    return this.#key;
  }
}

const invalid = (cursor: string, cause?: unknown): ApiError =>
  new ApiError('API_CURSOR_INVALID', `"${cursor}" is not \`next\` of an earlier part of this list.`, cause);
