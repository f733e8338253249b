import { createHash, type Hash, hash } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { FetchError } from '../errors.ts';
import type { ListedTime, ListingCapabilities, ListingSpider } from '../protocol/protocol.ts';
import { BodyBuffer } from './body-memory.ts';
import {
  type Bandwidth,
  defaultTransferLimits,
  type Pace,
  pacedTransfer,
  type TransferLimits,
  Watchdog,
} from './paced-transfer.ts';
import { type RetryPolicy, retry, usualRetries } from './retry.ts';

export interface ReceiverOptions {
  /** For unfinished files. They survive a kill of the process; `clear` removes what is left over. */
  readonly folder: string;
  readonly limits?: Partial<TransferLimits>;
  readonly bandwidth?: Bandwidth;
  /** Files up to this size stay in memory. Default 1 MiB. */
  readonly memoryBytes?: number;
  /** For transfers that fail. Default: the usual ones. */
  readonly retries?: RetryPolicy;
  /** Monotonic clock, in milliseconds. */
  readonly now?: () => number;
}

/** A file as its listing describes it. */
interface WantedFile {
  readonly url: string;
  readonly size: number | null;
  readonly modified: ListedTime | null;
}

/** The part of a spider that files come from. */
export type FileSource = Pick<ListingSpider, 'fetch'>;

export interface ReceivedFile {
  readonly sha256: Uint8Array;
  readonly size: number;
  /** A small file's bytes, or the path of a large one. That file is complete, synced, and belongs to the caller. */
  readonly content: Uint8Array | { readonly path: string };
  /** Bytes received, including those of failed attempts. */
  readonly transferred: number;
}

/**
 * Fetches whole files: small ones into memory, others to the disk, where a broken transfer continues instead of starting
 * again. A file of another size than the listed one is a failure.
 */
export class FileReceiver {
  readonly #folder: string;
  readonly #pace: Pace;
  readonly #memoryBytes: number;
  readonly #retries: RetryPolicy;

  constructor(options: ReceiverOptions) {
    const limits = { ...defaultTransferLimits, ...options.limits };
    const now = options.now ?? (() => performance.now());
    const shortest = Math.min(limits.firstByteTimeoutMs, limits.totalTimeoutMs, limits.rateWindowMs);
    this.#folder = options.folder;
    this.#memoryBytes = options.memoryBytes ?? 1024 * 1024;
    this.#retries = options.retries ?? usualRetries;
    this.#pace = {
      limits,
      bandwidth: options.bandwidth ?? null,
      watchdog: new Watchdog(shortest, now),
      now,
    };
  }

  async receive(
    spider: FileSource,
    { resumes }: Pick<ListingCapabilities, 'resumes'>,
    file: WantedFile,
    signal?: AbortSignal,
  ): Promise<ReceivedFile> {
    const { url, size } = file;
    const { maxBytes } = this.#pace.limits;
    if (size !== null && size > maxBytes) {
      throw new FetchError('FETCH_TOO_LARGE', `${url}: ${size} bytes are more than ${maxBytes}`, { url });
    }
    const isSmall = size !== null && size <= this.#memoryBytes;
    return isSmall ? this.#intoMemory(spider, file, signal) : this.#toDisk(spider, resumes, file, signal);
  }

  /** Removes unfinished files that are left over. */
  async clear(): Promise<void> {
    const names = await readdir(this.#folder).catch(() => []);
    for (const name of names) if (name.endsWith('.part')) await rm(join(this.#folder, name), { force: true });
    // Fails if there are other files, which stay.
    await rmdir(this.#folder).catch(() => undefined);
  }

  async #intoMemory(spider: FileSource, file: WantedFile, signal?: AbortSignal): Promise<ReceivedFile> {
    let transferred = 0;
    const bytes = await this.#tryTransfer(signal, async () => {
      const body = new BodyBuffer(file.size ?? -1);
      for await (const piece of this.#pieces(spider, file, 0, signal)) {
        body.append(piece);
        transferred += piece.length;
        if (body.length > this.#memoryBytes) throw wrongSize(file, body.length);
      }
      if (body.length !== file.size) throw wrongSize(file, body.length);
      return body.take();
    });
    const sha256 = hash('sha256', bytes, 'buffer');
    return { sha256, size: bytes.length, content: bytes, transferred };
  }

  async #toDisk(
    spider: FileSource,
    resumes: boolean,
    file: WantedFile,
    signal?: AbortSignal,
  ): Promise<ReceivedFile> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const part = await PartFile.open(join(this.#folder, `${versionName(file)}.part`));
    let transferred = 0;
    let isUsable = true;
    try {
      await this.#tryTransfer(signal, async () => {
        if (part.size > 0 && part.size === file.size) return;
        if (!resumes || (file.size !== null && part.size > file.size)) await part.restart();
        for await (const piece of this.#pieces(spider, file, part.size, signal)) {
          await part.append(piece);
          transferred += piece.length;
        }
        if (file.size === null || part.size === file.size) return;
        isUsable = false;
        const { size } = part;
        await part.restart();
        throw wrongSize(file, size);
      });
      isUsable = true;
      const sha256 = await part.finish();
      return { sha256, size: part.size, content: { path: part.path }, transferred };
    } finally {
      await (isUsable ? part.close() : part.discard());
    }
  }

  #tryTransfer<T>(signal: AbortSignal | undefined, transfer: () => Promise<T>): Promise<T> {
    return retry(transfer, { policy: this.#retries, ...(signal !== undefined && { signal }) });
  }

  #pieces(
    spider: FileSource,
    file: WantedFile,
    offset: number,
    signal?: AbortSignal,
  ): AsyncIterable<Uint8Array> {
    const open = (ending: AbortSignal) => spider.fetch(file.url, { offset, signal: ending });
    return pacedTransfer(file.url, open, this.#pace, signal);
  }
}

/** The version is part of the name, so that the beginning of one version is never joined to the end of another. */
function versionName({ url, size, modified }: WantedFile): string {
  return hash('sha256', JSON.stringify([url, size, modified?.at ?? null]));
}

function wrongSize({ url, size }: WantedFile, received: number): FetchError {
  return new FetchError(
    'FETCH_INCOMPLETE',
    `${url}: received ${received} bytes instead of the ${size} listed: it was cut off, or changed meanwhile`,
    { url },
  );
}

/**
 * The file that a transfer writes to. It keeps what an earlier attempt has written, even if the process was killed. The
 * hash is computed along the way, and only one piece at a time is in memory.
 */
class PartFile {
  readonly path: string;
  readonly #handle: FileHandle;
  #hash: Hash;
  #size: number;

  private constructor(path: string, handle: FileHandle, hash: Hash, size: number) {
    this.path = path;
    this.#handle = handle;
    this.#hash = hash;
    this.#size = size;
  }

  static async open(path: string): Promise<PartFile> {
    const handle = await open(path, 'a+', 0o600);
    try {
      const hash = createHash('sha256');
      let size = 0;
      for await (const piece of handle.createReadStream({
        start: 0,
        autoClose: false,
        highWaterMark: 1 << 20,
      })) {
        hash.update(piece as Buffer);
        size += (piece as Buffer).length;
      }
      return new PartFile(path, handle, hash, size);
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  get size(): number {
    return this.#size;
  }

  async append(piece: Uint8Array): Promise<void> {
    await this.#handle.appendFile(piece);
    this.#hash.update(piece);
    this.#size += piece.length;
  }

  async restart(): Promise<void> {
    await this.#handle.truncate(0);
    this.#hash = createHash('sha256');
    this.#size = 0;
  }

  /** The hash of the whole file, once it is safely on the disk. */
  async finish(): Promise<Uint8Array> {
    await this.#handle.sync();
    return this.#hash.digest();
  }

  async close(): Promise<void> {
    await this.#handle.close();
  }

  /** Closes and removes the file. */
  async discard(): Promise<void> {
    await this.#handle.close();
    await rm(this.path, { force: true });
  }
}
