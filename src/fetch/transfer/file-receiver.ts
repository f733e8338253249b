import { hash } from 'node:crypto';
import { mkdir, readdir, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { FetchError } from '../errors.ts';
import type { ListedTime, ListingCapabilities, ListingSpider } from '../protocol/listing-spider.ts';
import type { Bandwidth } from './bandwidth-limit.ts';
import { BodyBuffer } from './body-buffer.ts';
import { type Pace, pacedTransfer } from './paced-transfer.ts';
import { PartFile } from './part-file.ts';
import { defaultTransferLimits, type TransferLimits } from './transfer-limits.ts';
import { Watch } from './watch.ts';

export interface ReceiverOptions {
  /** Where unfinished files are. They survive a kill; `clear` removes what is left over. */
  readonly folder: string;
  readonly limits?: Partial<TransferLimits>;
  readonly bandwidth?: Bandwidth;
  /** Files up to this size stay in memory. Default 1 MiB. */
  readonly memoryBytes?: number;
  /** How often a transfer that may be tried again is. Default 3. */
  readonly attempts?: number;
  /** Milliseconds that only go forward. */
  readonly now?: () => number;
}

/** A file as its listing tells it. */
export interface WantedFile {
  readonly url: string;
  readonly size: number | null;
  readonly modified: ListedTime | null;
}

/** The part of a spider that files come from. */
export type FileSource = Pick<ListingSpider, 'fetch'>;

export interface ReceivedFile {
  readonly sha256: Uint8Array;
  readonly size: number;
  /** A small file itself; the path of a large one, which is complete and synced, and whose the caller is now. */
  readonly content: Uint8Array | { readonly path: string };
  /** Bytes that came over the network, also those of attempts that failed. */
  readonly transferred: number;
}

/**
 * Fetches whole files: small ones into memory, others to the disk, where a broken transfer goes on instead of starting
 * again. What comes is of exactly the listed size, or it is a failure.
 */
export class FileReceiver {
  readonly #folder: string;
  readonly #pace: Pace;
  readonly #memoryBytes: number;
  readonly #attempts: number;

  constructor(options: ReceiverOptions) {
    const limits = { ...defaultTransferLimits, ...options.limits };
    const now = options.now ?? (() => performance.now());
    const shortest = Math.min(limits.firstByteTimeoutMs, limits.totalTimeoutMs, limits.rateWindowMs);
    this.#folder = options.folder;
    this.#memoryBytes = options.memoryBytes ?? 1024 * 1024;
    this.#attempts = options.attempts ?? 3;
    this.#pace = {
      limits,
      bandwidth: options.bandwidth ?? null,
      watch: new Watch(Math.min(250, Math.max(5, shortest / 4)), now),
      now,
    };
  }

  async receive(
    spider: FileSource,
    { resumes }: Pick<ListingCapabilities, 'resumes'>,
    file: WantedFile,
    signal?: AbortSignal,
  ): Promise<ReceivedFile> {
    const { maxBytes } = this.#pace.limits;
    if (file.size !== null && file.size > maxBytes) {
      throw new FetchError(
        'FETCH_TOO_LARGE',
        `${file.url}: ${file.size} bytes are more than ${maxBytes}`,
        file,
      );
    }
    const small = file.size !== null && file.size <= this.#memoryBytes;
    return small ? this.#intoMemory(spider, file, signal) : this.#toDisk(spider, resumes, file, signal);
  }

  /** Removes the beginnings of files that nobody came back for. */
  async clear(): Promise<void> {
    const names = await readdir(this.#folder).catch(() => []);
    for (const name of names) if (name.endsWith('.part')) await rm(join(this.#folder, name), { force: true });
    // Unless somebody keeps something else there.
    await rmdir(this.#folder).catch(() => undefined);
  }

  async #intoMemory(spider: FileSource, file: WantedFile, signal?: AbortSignal): Promise<ReceivedFile> {
    let transferred = 0;
    const bytes = await this.#trying(async () => {
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
    await mkdir(this.#folder, { recursive: true });
    const part = await PartFile.open(join(this.#folder, `${versionName(file)}.part`));
    let transferred = 0;
    let usable = true;
    try {
      await this.#trying(async () => {
        if (part.size > 0 && part.size === file.size) return;
        if (!resumes || (file.size !== null && part.size > file.size)) await part.restart();
        for await (const piece of this.#pieces(spider, file, part.size, signal)) {
          await part.append(piece);
          transferred += piece.length;
        }
        if (file.size === null || part.size === file.size) return;
        usable = false;
        const { size } = part;
        await part.restart();
        throw wrongSize(file, size);
      });
      usable = true;
      const sha256 = await part.finish();
      return { sha256, size: part.size, content: { path: part.path }, transferred };
    } finally {
      await (usable ? part.close() : part.discard());
    }
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

  async #trying<T>(transfer: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await transfer();
      } catch (error) {
        const again = error instanceof FetchError && error.decision === 'retry' && attempt < this.#attempts;
        if (!again) throw error;
      }
    }
  }
}

/** The version is part of the name: the beginning of another version of the file is never gone on with. */
function versionName({ url, size, modified }: WantedFile): string {
  return hash('sha256', JSON.stringify([url, size, modified?.at ?? null]));
}

function wrongSize({ url, size }: WantedFile, received: number): FetchError {
  return new FetchError(
    'FETCH_INCOMPLETE',
    `${url}: ${received} bytes came, ${size} were listed: it was cut off, or changed meanwhile`,
    { url },
  );
}
