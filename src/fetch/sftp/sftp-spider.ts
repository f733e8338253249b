import type { FileEntryWithStats, SFTPWrapper, Stats } from 'ssh2';
import { FetchError } from '../errors.ts';
import type { ListedEntry, Listing, ListingSpider, ReadOptions } from '../protocol/protocol.ts';
import { encodeName, entryUrl, nameProblem, namesOf } from '../protocol/url-names.ts';
import { endOfFile, type SshConnection, sftpFailure } from './ssh-connection.ts';

interface SftpLimits {
  readonly timeoutMs: number;
  readonly maxEntries: number;
  /** The names of one folder together. */
  readonly maxListingBytes: number;
  /** For one folder, with the links in it. */
  readonly listingTimeoutMs: number;
}

type Answer<T> = (error: Error | null | undefined, value: T) => void;

export class SftpSpider implements ListingSpider {
  readonly #connect: () => Promise<SshConnection>;
  readonly #limits: SftpLimits;
  #connection: SshConnection;
  #isOpen = false;

  constructor(connect: () => Promise<SshConnection>, connection: SshConnection, limits: SftpLimits) {
    this.#connect = connect;
    this.#limits = limits;
    this.#connection = connection;
    this.#watch(connection);
  }

  async list(folder: string): Promise<Listing> {
    const sftp = await this.#connected();
    const until = performance.now() + this.#limits.listingTimeoutMs;
    try {
      const path = await this.#path(sftp, folder);
      const handle = await this.#ask<Buffer>(folder, (answer) => sftp.opendir(path, answer));
      const found = await this.#readFolder(sftp, folder, handle, until).finally(() =>
        sftp.close(handle, () => undefined),
      );
      const entries: ListedEntry[] = [];
      const problems: FetchError[] = [];
      for (const { filename, attrs } of found) {
        const problem = textProblem(filename);
        const name = encodeName(bytesOf(filename));
        if (problem !== null) problems.push(badName(folder, name, problem));
        else if (attrs.isSymbolicLink()) {
          this.#inTime(folder, until);
          entries.push(await this.#follow(sftp, `${path}/${filename}`, name));
        } else entries.push(entryOf(name, attrs));
      }
      return { entries, problems };
    } catch (error) {
      throw sftpFailure(folder, error);
    }
  }

  async *fetch(url: string, { offset, signal }: ReadOptions): AsyncGenerator<Uint8Array> {
    const sftp = await this.#connected();
    const giveUp = () => this.#drop(this.#connection);
    signal.addEventListener('abort', giveUp);
    try {
      const path = await this.#path(sftp, url);
      const handle = await this.#ask<Buffer>(url, (answer) => sftp.open(path, 'r', answer));
      try {
        const { size } = await this.#ask<Stats>(url, (answer) => sftp.fstat(handle, answer));
        yield* readAhead(sftp, handle, offset, size);
      } finally {
        sftp.close(handle, () => undefined);
      }
    } catch (error) {
      throw sftpFailure(url, error);
    } finally {
      signal.removeEventListener('abort', giveUp);
    }
  }

  async close(): Promise<void> {
    this.#connection.client.end();
  }

  async #connected(): Promise<SFTPWrapper> {
    if (!this.#isOpen) {
      this.#connection = await this.#connect();
      this.#watch(this.#connection);
    }
    return this.#connection.sftp;
  }

  /** Its `close` event comes later; until then the next request must not use it either. */
  #drop(connection: SshConnection): void {
    if (connection === this.#connection) this.#isOpen = false;
    connection.client.destroy();
  }

  #watch({ client }: SshConnection): void {
    this.#isOpen = true;
    client.once('close', () => {
      if (client === this.#connection.client) this.#isOpen = false;
    });
  }

  /** Paths start at the root of the server, or at the user's own folder if they begin with `/~/`. */
  async #path(sftp: SFTPWrapper, url: string): Promise<string> {
    const [first, ...others] = namesOf(url).map((name) => textOf(url, name));
    if (first === undefined) return '/';
    if (first !== '~') return `/${[first, ...others].join('/')}`;
    const home = await this.#ask<string>(url, (answer) => sftp.realpath('.', answer));
    return [home === '/' ? '' : home, ...others].join('/') || '/';
  }

  async #readFolder(
    sftp: SFTPWrapper,
    folder: string,
    handle: Buffer,
    until: number,
  ): Promise<readonly FileEntryWithStats[]> {
    const { maxEntries, maxListingBytes } = this.#limits;
    const found: FileEntryWithStats[] = [];
    let [answers, bytes] = [0, 0];
    for (;;) {
      this.#inTime(folder, until);
      const some = await this.#ask<readonly FileEntryWithStats[] | null>(folder, (answer) =>
        sftp.readdir(handle, (error, list) =>
          (error as { readonly code?: number } | undefined)?.code === endOfFile
            ? answer(null, null)
            : answer(error, list),
        ),
      );
      if (some === null) return found;
      for (const { filename, longname, attrs } of some) {
        bytes += filename.length + longname.length;
        if (filename !== '.' && filename !== '..') found.push({ filename, longname: '', attrs });
      }
      // Answers that are empty, or have only names that are left out, could go on for ever.
      if (found.length > maxEntries || ++answers > maxEntries)
        throw tooLarge(folder, `${maxEntries} entries`);
      if (bytes > maxListingBytes) throw tooLarge(folder, `${maxListingBytes} bytes of names`);
    }
  }

  async #follow(sftp: SFTPWrapper, path: string, name: string): Promise<ListedEntry> {
    const link = { name, kind: 'link', size: null, modified: null, hash: null } as const;
    try {
      const target = entryOf(name, await this.#ask<Stats>(path, (answer) => sftp.stat(path, answer)));
      return target.kind === 'file' ? target : link;
    } catch (error) {
      // A link that leads nowhere is answered with a status; without a status the connection is lost.
      if (typeof (error as { readonly code?: unknown }).code === 'number') return link;
      throw error;
    }
  }

  /** A server that answers every request late, but within the timeout, could keep us for months. */
  #inTime(folder: string, until: number): void {
    if (performance.now() <= until) return;
    const within = `${this.#limits.listingTimeoutMs} ms`;
    throw new FetchError('FETCH_TIMEOUT_TOTAL', `${folder}: not listed within ${within}`, { url: folder });
  }

  /** With a timeout, which ssh2 does not have. */
  #ask<T>(url: string, question: (answer: Answer<T>) => void): Promise<T> {
    const connection = this.#connection;
    const { timeoutMs } = this.#limits;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        reject(new FetchError('FETCH_TIMEOUT_HEADERS', `${url}: no answer within ${timeoutMs} ms`, { url }));
        this.#drop(connection);
      }, timeoutMs);
      question((error, value) => {
        clearTimeout(timer);
        if (error === undefined || error === null) resolve(value);
        else reject(error);
      });
    });
  }
}

function entryOf(name: string, attrs: Stats): ListedEntry {
  const kind = attrs.isFile() ? 'file' : attrs.isDirectory() ? 'folder' : 'other';
  const modified = { at: attrs.mtime * 1000, unit: 1000 };
  return { name, kind, size: kind === 'file' ? attrs.size : null, modified, hash: null };
}

function bytesOf(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}

/** ssh2 reads names as UTF-8 and cannot request any others. */
function textProblem(name: string): string | null {
  return name.includes('\u{fffd}') ? 'it is not UTF-8' : nameProblem(bytesOf(name));
}

function textOf(url: string, name: string): string {
  const text = Buffer.from(name, 'latin1').toString('utf8');
  if (bytesOf(text) === name) return text;
  throw new FetchError('FETCH_NAME_INVALID', `${url}: names over SFTP must be UTF-8`, { url });
}

function badName(folder: string, name: string, problem: string): FetchError {
  const url = entryUrl(folder, name, 'file');
  return new FetchError('FETCH_NAME_INVALID', `${url}: the name cannot be used: ${problem}`, { url });
}

function tooLarge(folder: string, most: string): FetchError {
  return new FetchError('FETCH_LISTING_TOO_LARGE', `${folder}: more than ${most}`, { url: folder });
}

/** Every server accepts this size (draft-ietf-secsh-filexfer-02, section 3). */
const pieceBytes = 32 * 1024;
const requestsAhead = 16;

/** Reads a file with several requests in flight, so that a distant server does not cost a round trip for each piece. */
async function* readAhead(
  sftp: SFTPWrapper,
  handle: Buffer,
  offset: number,
  size: number,
): AsyncGenerator<Uint8Array> {
  const ahead: Promise<Buffer>[] = [];
  let next = offset;
  for (;;) {
    while (ahead.length < requestsAhead && next < size) {
      const piece = readPiece(sftp, handle, next, Math.min(pieceBytes, size - next));
      // Not awaited any more if an earlier one fails.
      piece.catch(() => undefined);
      ahead.push(piece);
      next += pieceBytes;
    }
    const piece = await ahead.shift();
    if (piece === undefined || piece.length === 0) return;
    yield piece;
  }
}

/** A server may send less than requested; only at the end of the file it sends nothing. */
async function readPiece(sftp: SFTPWrapper, handle: Buffer, at: number, wanted: number): Promise<Buffer> {
  const piece = Buffer.allocUnsafe(wanted);
  let length = 0;
  while (length < wanted) {
    const got = await readOnce(sftp, handle, piece, length, at + length);
    if (got === 0) break;
    length += got;
  }
  return piece.subarray(0, length);
}

function readOnce(
  sftp: SFTPWrapper,
  handle: Buffer,
  into: Buffer,
  start: number,
  at: number,
): Promise<number> {
  return new Promise((resolve, reject) => {
    sftp.read(handle, into, start, into.length - start, at, (error, bytesRead) => {
      if (error === undefined || error === null) resolve(bytesRead);
      else if ((error as { readonly code?: unknown }).code === endOfFile) resolve(0);
      else reject(error);
    });
  });
}
