import { constants } from 'node:fs';
import { type FileHandle, lstat, open, readdir, realpath, stat } from 'node:fs/promises';
import { dirname, sep } from 'node:path';
import { messageOf } from '../../base/index.ts';
import { FetchError, type FetchErrorCode, systemCode } from '../errors.ts';
import type {
  ListedEntry,
  Listing,
  ListingProtocol,
  ListingSpider,
  ReadOptions,
} from '../protocol/protocol.ts';
import { encodeName, entryUrl, nameProblem, namesOf } from '../protocol/url-names.ts';

interface FileOptions {
  /** Folders that may be read, with everything below them. Null allows all, for users who may read the disk anyway. */
  readonly allowedRoots: readonly string[] | null;
}

/** Folders of this machine, including those mounted over NFS or SMB. A spider never leaves its first folder. */
export function fileProtocol({ allowedRoots }: FileOptions): ListingProtocol {
  return {
    schemes: ['file:'],
    capabilities: { lists: true, hashes: false, resumes: true },
    async start({ url }) {
      try {
        const allowed = await Promise.all(
          (allowedRoots ?? []).map((root) => realpath(root, { encoding: 'buffer' })),
        );
        const path = diskPath(url);
        const start =
          allowedRoots === null
            ? await realpath(path, { encoding: 'buffer' })
            : await pathInside(url, path, allowed);
        const isFolder = (await stat(start)).isDirectory();
        const root = isFolder ? start : Buffer.from(dirname(start.toString('latin1')), 'latin1');
        return new FileSpider(root);
      } catch (error) {
        throw fileFailure(url, error);
      }
    },
  };
}

const entriesAtOnce = 64;
const largestPiece = 256 * 1024;

/**
 * Not a Node stream, which would allocate the largest piece even for a small file, and read once more at the end. What is
 * appended beyond `size` meanwhile is left for the next visit.
 */
async function* pieces(
  handle: FileHandle,
  offset: number,
  size: number,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  for (let at = offset; at < size; ) {
    signal.throwIfAborted();
    const piece = Buffer.allocUnsafe(Math.min(largestPiece, size - at));
    const { bytesRead } = await handle.read(piece, 0, piece.length, at);
    if (bytesRead === 0) return;
    yield piece.subarray(0, bytesRead);
    at += bytesRead;
  }
}

class FileSpider implements ListingSpider {
  readonly #root: DiskPath;

  constructor(root: DiskPath) {
    this.#root = root;
  }

  async list(folder: string): Promise<Listing> {
    try {
      const path = await pathInside(folder, diskPath(folder), [this.#root]);
      const names = (await readdir(path, { encoding: 'buffer' })).sort(Buffer.compare);
      const entries: ListedEntry[] = [];
      const problems: FetchError[] = [];
      for (let first = 0; first < names.length; first += entriesAtOnce) {
        const some = names.slice(first, first + entriesAtOnce).map((name) => this.#entry(folder, path, name));
        for (const found of await Promise.all(some)) {
          if (found instanceof FetchError) problems.push(found);
          else if (found !== null) entries.push(found);
        }
      }
      return { entries, problems };
    } catch (error) {
      throw fileFailure(folder, error);
    }
  }

  async *fetch(url: string, { offset, signal }: ReadOptions): AsyncGenerator<Uint8Array> {
    try {
      const path = await pathInside(url, diskPath(url), [this.#root]);
      // The path has no links any more, and a pipe without a writer must not block us.
      const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
      try {
        const found = await handle.stat();
        if (!found.isFile()) throw new FetchError('FETCH_UNAVAILABLE', `${url}: it is not a file`, { url });
        yield* pieces(handle, offset, found.size, signal);
      } finally {
        await handle.close();
      }
    } catch (error) {
      throw fileFailure(url, error);
    }
  }

  async close(): Promise<void> {
    // Nothing stays open between two requests.
  }

  /** Null if it was removed meanwhile. */
  async #entry(folder: string, path: DiskPath, name: Buffer): Promise<ListedEntry | FetchError | null> {
    const bytes = name.toString('latin1');
    const encoded = encodeName(bytes);
    const url = entryUrl(folder, encoded, 'file');
    const problem = nameProblem(bytes);
    if (problem !== null) return new FetchError('FETCH_NAME_INVALID', `${url}: ${problem}`, { url });
    const full = Buffer.concat([path, Buffer.from(sep), name]);
    try {
      const found = await lstat(full);
      if (!found.isSymbolicLink()) return entryOf(encoded, found);
      const target = entryOf(encoded, await stat(await pathInside(url, full, [this.#root])));
      return target.kind === 'file' ? target : { ...target, kind: 'link' };
    } catch (error) {
      const failure = fileFailure(url, error);
      return failure.code === 'FETCH_NOT_FOUND' ? danglingOrGone(full, encoded) : failure;
    }
  }
}

async function danglingOrGone(path: DiskPath, name: string): Promise<ListedEntry | null> {
  const isThere = await lstat(path).then(
    () => true,
    () => false,
  );
  return isThere ? { name, kind: 'link', size: null, modified: null, hash: null } : null;
}

function entryOf(
  name: string,
  found: { isFile(): boolean; isDirectory(): boolean; readonly size: number; readonly mtimeMs: number },
): ListedEntry {
  const kind = found.isFile() ? 'file' : found.isDirectory() ? 'folder' : 'other';
  const modified = { at: Math.floor(found.mtimeMs), unit: 1 };
  return { name, kind, size: kind === 'file' ? found.size : null, modified, hash: null };
}

const failureCodes: Readonly<Record<string, FetchErrorCode>> = {
  ENOENT: 'FETCH_NOT_FOUND',
  ENOTDIR: 'FETCH_NOT_FOUND',
  EACCES: 'FETCH_PERMISSION',
  EPERM: 'FETCH_PERMISSION',
  ELOOP: 'FETCH_LINK_LOOP',
  EISDIR: 'FETCH_UNAVAILABLE',
  // The server of a mounted folder is gone.
  ESTALE: 'FETCH_CLOSED',
  ETIMEDOUT: 'FETCH_CLOSED',
  EHOSTDOWN: 'FETCH_CLOSED',
};

/** An error of the file system as a FetchError. */
function fileFailure(url: string, error: unknown): FetchError {
  if (error instanceof FetchError) return error;
  const code = systemCode(error);
  return new FetchError(
    failureCodes[code] ?? 'FETCH_FAILED',
    `${url}: the file system answers ${code || messageOf(error)}`,
    {
      url,
      cause: error,
    },
  );
}

/** A path on this machine as bytes, because file names are bytes. */
type DiskPath = Buffer;

/** Throws FETCH_URL_INVALID for folders of other machines, which must be mounted first. */
function diskPath(url: string): DiskPath {
  const host = URL.parse(url)?.host ?? '';
  if (host !== '') {
    throw new FetchError(
      'FETCH_URL_INVALID',
      `${url}: "${host}" is another machine: mount its folder, then use file:///...`,
      {
        url,
      },
    );
  }
  const names = namesOf(url);
  // On Windows a path starts with `C:` instead of the root.
  const start = /^[A-Za-z]:$/.test(names[0] ?? '') && sep === '\\' ? '' : sep;
  return Buffer.from(`${start}${names.join(sep)}`, 'latin1');
}

/** The path with all links resolved. Throws FETCH_OUTSIDE_ROOT if it ends outside all roots. */
async function pathInside(url: string, path: DiskPath, roots: readonly DiskPath[]): Promise<DiskPath> {
  const real = await realpath(path, { encoding: 'buffer' });
  if (roots.some((root) => isInside(root, real))) return real;
  throw new FetchError(
    'FETCH_OUTSIDE_ROOT',
    `${url}: it is not below a folder that may be read, or a link leads out of that folder`,
    { url },
  );
}

function isInside(root: DiskPath, path: DiskPath): boolean {
  if (path.equals(root)) return true;
  const folder = root.at(-1) === sep.charCodeAt(0) ? root : Buffer.concat([root, Buffer.from(sep)]);
  return path.length > folder.length && path.subarray(0, folder.length).equals(folder);
}
