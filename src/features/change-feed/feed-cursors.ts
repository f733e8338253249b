import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { ApiError } from '../../http/errors.ts';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
/** Two for the number of restores, six for the place. */
const PLACE_BYTES = 8;
const TAG_BYTES = 16;
const CURSOR_BYTES = NONCE_BYTES + PLACE_BYTES + TAG_BYTES;

/**
 * `next` of the change feed. Places are numbers over all projects, so one that is read today and one that is read tomorrow would say how
 * much happened in projects that the reader may not see. They are encrypted with a new nonce each time: two cursors do not even
 * show whether their places are the same.
 */
export class FeedCursors {
  readonly #readFeed: () => Promise<FeedFacts>;
  #feed: FeedFacts | null = null;

  constructor(readFeed: () => Promise<FeedFacts>) {
    this.#readFeed = readFeed;
  }

  async write(place: number): Promise<string> {
    const nonce = randomBytes(NONCE_BYTES);
    const { key, restores } = await this.#factsOfFeed();
    const cipher = createCipheriv(CIPHER, key, nonce);
    const plain = Buffer.alloc(PLACE_BYTES);
    plain.writeUInt16BE(restores.length);
    plain.writeUIntBE(place, 2, 6);
    const hidden = Buffer.concat([cipher.update(plain), cipher.final()]);
    return Buffer.concat([nonce, hidden, cipher.getAuthTag()]).toString('base64url');
  }

  /** 0, or nothing, is the beginning. Throws API_CURSOR_INVALID, and API_CURSOR_GONE for a place that a restored backup has not reached. */
  async read(cursor: string | undefined): Promise<number> {
    if (cursor === undefined || cursor === '0') return 0;
    const bytes = Buffer.from(cursor, 'base64url');
    if (bytes.length !== CURSOR_BYTES) throw invalid(cursor);
    const { key, restores } = await this.#factsOfFeed();
    const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    const plain = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
    try {
      decipher.final();
    } catch (error) {
      throw invalid(cursor, error);
    }
    const place = plain.readUIntBE(2, 6);
    if (restores.slice(plain.readUInt16BE()).some((end) => end < place)) throw cursorGone();
    return place;
  }

  async #factsOfFeed(): Promise<FeedFacts> {
    this.#feed ??= await this.#readFeed();
    return this.#feed;
  }
}

/** They do not change while a server runs: a backup is put into an empty database only. */
interface FeedFacts {
  readonly key: Uint8Array;
  /** The last place of each backup from which this database was made. */
  readonly restores: readonly number[];
}

/** Whoever read on there would silently miss what has these places now. */
export const cursorGone = (): ApiError =>
  new ApiError(
    'API_CURSOR_GONE',
    'The server was restored from a backup that is older than this place of the feed. Begin again with `after=0`.',
  );

const invalid = (cursor: string, cause?: unknown): ApiError =>
  new ApiError('API_CURSOR_INVALID', `"${cursor}" is not \`next\` of an earlier part of this list.`, cause);
