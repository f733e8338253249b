import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { BulkRow, BulkValue, ColumnType } from '../../database/database.ts';
import { StoreError } from '../../database/errors.ts';
import type { SchemaVersions } from '../../database/migrations.ts';

/** The parts of a backup: one start, then rows and pieces of large bodies. The format itself has an end mark. */
export type BackupPart =
  | {
      readonly kind: 'start';
      readonly format: 'tidemark-backup-1';
      /** The schema versions of the rows. */
      readonly schema: SchemaVersions;
      readonly at: number;
    }
  | {
      readonly kind: 'rows';
      readonly table: string;
      readonly columns: Readonly<Record<string, ColumnType>>;
      readonly rows: readonly BulkRow[];
    }
  /** A piece of a large body; the pieces of one body follow each other. */
  | { readonly kind: 'body'; readonly sha256: Uint8Array; readonly piece: Uint8Array };

/** In the text of a frame, bytes are replaced by their length; they follow the text one after the other. */
interface BytesFollow {
  readonly bytes: number;
}

/** Length of the text, length of the bytes, checksum of both. */
const headLength = 12;
/** Longer than any part: such a length is damage. */
const longestFrame = 512 * 1024 * 1024;

export async function* writeFrames(parts: AsyncIterable<BackupPart>): AsyncGenerator<Buffer> {
  const whole = createHash('sha256');
  for await (const part of parts) {
    const written = frameOf(part);
    whole.update(written);
    yield written;
  }
  yield frameOf({ kind: 'end', sha256: whole.digest('hex') });
}

type Written = BackupPart | { readonly kind: 'end'; readonly sha256: string };

function frameOf(part: Written): Buffer {
  const blobs: Uint8Array[] = [];
  const follow = (value: BulkValue): BulkValue | BytesFollow => {
    if (!(value instanceof Uint8Array)) return value;
    blobs.push(value);
    return { bytes: value.length };
  };
  const shown =
    part.kind === 'rows'
      ? { ...part, rows: part.rows.map((row) => row.map(follow)) }
      : part.kind === 'body'
        ? { ...part, sha256: follow(part.sha256), piece: follow(part.piece) }
        : part;
  const text = Buffer.from(JSON.stringify(shown));
  const bytes = Buffer.concat(blobs);
  const head = Buffer.alloc(headLength);
  head.writeUInt32LE(text.length, 0);
  head.writeUInt32LE(bytes.length, 4);
  head.writeUInt32LE(crc32(bytes, crc32(text)), 8);
  return Buffer.concat([head, text, bytes]);
}

/** Throws STORE_BACKUP_DAMAGED when a bit was changed, the end is missing, or something follows it. */
export async function* readFrames(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<BackupPart> {
  const whole = createHash('sha256');
  let ended = false;
  for await (const { head, body, textLength } of framesIn(bytes)) {
    if (ended) throw damaged('something follows its end');
    const text = body.subarray(0, textLength);
    if (crc32(body) !== head.readUInt32LE(8)) throw damaged('a checksum is wrong');
    const part = JSON.parse(text.toString()) as Written;
    if (part.kind === 'end') {
      if (part.sha256 !== whole.digest('hex')) throw damaged('the checksum of the whole is wrong');
      ended = true;
    } else {
      whole.update(head).update(body);
      yield withBytes(part, body.subarray(textLength));
    }
  }
  if (!ended) throw damaged('its end is missing');
}

interface Frame {
  readonly head: Buffer;
  readonly body: Buffer;
  readonly textLength: number;
}

async function* framesIn(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Frame> {
  let chunks: Uint8Array[] = [];
  let length = 0;
  const needed = (): number => {
    if (length < headLength) return headLength;
    if ((chunks[0]?.length ?? 0) < headLength) chunks = [Buffer.concat(chunks)];
    const head = Buffer.from(chunks[0] ?? []);
    const size = head.readUInt32LE(0) + head.readUInt32LE(4);
    if (size > longestFrame) throw damaged('a length is impossible');
    return headLength + size;
  };
  for await (const chunk of bytes) {
    chunks.push(chunk);
    length += chunk.length;
    // Joins chunks only when a frame is complete: joining at every chunk would take quadratic time.
    while (length >= headLength && length >= needed()) {
      const size = needed();
      const joined = Buffer.concat(chunks);
      const head = joined.subarray(0, headLength);
      yield { head, body: joined.subarray(headLength, size), textLength: head.readUInt32LE(0) };
      chunks = [joined.subarray(size)];
      length -= size;
    }
  }
  if (length > 0) throw damaged('it ends in the middle');
}

function withBytes(part: BackupPart, bytes: Buffer): BackupPart {
  let at = 0;
  const taken = (value: unknown): BulkValue => {
    if (typeof value !== 'object' || value === null) return value as BulkValue;
    const from = at;
    at += (value as BytesFollow).bytes;
    return bytes.subarray(from, at);
  };
  if (part.kind === 'rows') return { ...part, rows: part.rows.map((row) => row.map(taken)) };
  if (part.kind !== 'body') return part;
  const sha256 = taken(part.sha256) as Buffer;
  return { ...part, sha256, piece: taken(part.piece) as Buffer };
}

const damaged = (what: string): StoreError =>
  new StoreError(
    'STORE_BACKUP_DAMAGED',
    `The backup is damaged: ${what}. Nothing was restored; use another one.`,
  );
