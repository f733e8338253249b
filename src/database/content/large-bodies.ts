import { createReadStream } from 'node:fs';
import { copyFile, link, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Writing } from '../database.ts';
import { dataFileFailure, StoreError } from '../errors.ts';

/** A body that is too large for a row. */
export interface LargeBody {
  readonly sha256: Uint8Array;
  /** Length of what is stored, which may be compressed. */
  readonly storedBytes: number;
  /** The bytes to store, or a file that holds them and stays in place. */
  readonly source: Uint8Array | { readonly path: string };
}

/** Where large bodies are kept: in files beside SQLite, in rows of their own on a server. */
export interface LargeBodies {
  /** Whether the body is there in its full length. */
  has(writing: Writing, sha256: Uint8Array, storedBytes: number): Promise<boolean>;
  /**
   * Called inside the transaction that writes the row of the body; replaces an existing body. Once the transaction commits, the body is durable;
   * otherwise at worst a file remains that no row names.
   */
  keep(writing: Writing, body: LargeBody): Promise<void>;
  /** The stored bytes, still packed; null when there is no such body. */
  load(sha256: Uint8Array): Promise<Uint8Array | null>;
  /** The same in pieces; none when there is no such body. */
  pieces(sha256: Uint8Array): AsyncIterable<Uint8Array>;
  /** Called after the row that names the body was deleted. */
  drop(sha256: Uint8Array): Promise<void>;
}

const pieceBytes = 4 * 1024 * 1024;

interface BodyFileOptions {
  /** The data folder; bodies go to `content/ab/cdef...` below it. */
  readonly folder: string;
  /** The most bytes that these files may take together. */
  readonly quota?: number;
  /** The bytes that these files already take. Called only when there is a quota. */
  readonly used: () => Promise<number>;
}

/**
 * Bodies in files named by their hash. A file is complete under a temporary name before it gets its own, and
 * both it and its folder are synced before the row that names it is committed. A kill leaves at worst a file
 * that no row names; the next body with that hash takes its place.
 */
export function bodyFiles({ folder, quota, used }: BodyFileOptions): LargeBodies {
  const root = join(folder, 'content');
  const place = (sha256: Uint8Array) => {
    const name = Buffer.from(sha256).toString('hex');
    const parent = join(root, name.slice(0, 2));
    return { parent, file: join(parent, name.slice(2)), name };
  };
  let inUse: number | null = null;
  let unfinished = 0;

  async function takeRoom(size: number): Promise<void> {
    if (quota === undefined) return;
    inUse ??= await used();
    if (inUse + size > quota) {
      throw new StoreError(
        'STORE_FULL',
        `Large bodies take ${inUse} of the ${quota} bytes they may take. Raise the quota or delete old projects, then resume.`,
      );
    }
    inUse += size;
  }

  return {
    has: (_writing, sha256, storedBytes) => hasSize(place(sha256).file, storedBytes),
    async keep(_writing, { sha256, storedBytes, source }) {
      await takeRoom(storedBytes);
      const { parent, file, name } = place(sha256);
      unfinished += 1;
      const temporary = join(root, `${name}.${process.pid}.${unfinished}.unfinished`);
      try {
        await mkdir(parent, { recursive: true, mode: 0o700 });
        await ('path' in source ? linkOrCopy(source.path, temporary) : writeSynced(temporary, source));
        await rename(temporary, file);
        await syncFolder(parent);
        await syncFolder(root);
      } catch (cause) {
        throw dataFileFailure(cause, file);
      } finally {
        // The file is still there after a failure, and when both names are links to one file: then rename() does nothing.
        await rm(temporary, { force: true });
      }
    },
    async load(sha256) {
      const { file } = place(sha256);
      try {
        return await readFile(file);
      } catch (cause) {
        if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return null;
        throw dataFileFailure(cause, file);
      }
    },
    async *pieces(sha256) {
      const { file } = place(sha256);
      try {
        yield* createReadStream(file, { highWaterMark: pieceBytes });
      } catch (cause) {
        if ((cause as NodeJS.ErrnoException).code !== 'ENOENT') throw dataFileFailure(cause, file);
      }
    },
    async drop(sha256) {
      const { file } = place(sha256);
      try {
        await rm(file, { force: true });
      } catch (cause) {
        throw dataFileFailure(cause, file);
      }
      inUse = null;
    },
  };
}

async function hasSize(file: string, size: number): Promise<boolean> {
  try {
    return (await stat(file)).size === size;
  } catch {
    return false;
  }
}

/** A hard link costs nothing where the file system has them. The first name is still there after a kill. */
async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch {
    await copyFile(from, to);
    const handle = await open(to, 'r+');
    try {
      await handle.chmod(0o600);
      await handle.sync();
    } finally {
      await handle.close();
    }
  }
}

async function writeSynced(file: string, data: Uint8Array): Promise<void> {
  const handle = await open(file, 'w', 0o600);
  try {
    await handle.writeFile(data);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A rename is durable only when its folder is synced. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
