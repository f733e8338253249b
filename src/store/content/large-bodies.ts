import { copyFile, link, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { dataFileFailure, StoreError } from '../errors.ts';
import type { BodyFile } from '../store.ts';
import type { PackedContent } from './packed-content.ts';

/** Bodies too large for a row. `null` in a Store's place means that the database keeps bodies of every size. */
export interface LargeBodies {
  /** On return the body is on disk for good; called before the row that names it is committed. */
  keep(content: PackedContent): Promise<void>;
  /** The same for a body that is complete in a file, which stays where it is as well. */
  adopt(body: BodyFile): Promise<void>;
  /** The stored bytes, still packed; null when there is no such body. */
  load(sha256: Uint8Array): Promise<Uint8Array | null>;
  /** Called after the row that names it is gone. */
  drop(sha256: Uint8Array): Promise<void>;
}

export interface LargeBodyOptions {
  /** The data folder; bodies go to `content/ab/cdef...` below it. */
  readonly folder: string;
  /** The most that these files may take together, in bytes. */
  readonly quota?: number;
  /** What they take already. Asked only when there is a quota. */
  readonly used: () => Promise<number>;
}

/**
 * Bodies in files named by their hash. A file is complete under a temporary name before it gets its own, and
 * both it and its folder are synced before the row that names it is committed: a kill leaves at worst a file
 * that no row names, and the next body with that hash finds it in place.
 */
export function largeBodyFiles({ folder, quota, used }: LargeBodyOptions): LargeBodies {
  const root = join(folder, 'content');
  const place = (sha256: Uint8Array) => {
    const name = Buffer.from(sha256).toString('hex');
    const parent = join(root, name.slice(0, 2));
    return { parent, file: join(parent, name.slice(2)), name };
  };
  let inUse: number | null = null;
  let unfinished = 0;

  async function withinQuota(size: number): Promise<void> {
    if (quota === undefined) return;
    inUse ??= await used();
    if (inUse + size > quota) {
      throw new StoreError(
        'STORE_FULL',
        `Large bodies take ${inUse} of the ${quota} bytes they may. Raise the quota or delete old runs, then resume.`,
      );
    }
    inUse += size;
  }

  /** `fill` makes a file with the content under a name that it is given. */
  async function put(sha256: Uint8Array, fill: (temporary: string) => Promise<void>): Promise<void> {
    const { parent, file, name } = place(sha256);
    try {
      await mkdir(parent, { recursive: true });
      unfinished += 1;
      const temporary = join(root, `${name}.${process.pid}.${unfinished}.unfinished`);
      try {
        await fill(temporary);
        await rename(temporary, file);
      } catch (cause) {
        await rm(temporary, { force: true });
        throw cause;
      }
      await syncFolder(parent);
      await syncFolder(root);
    } catch (cause) {
      throw dataFileFailure(cause, file);
    }
  }

  return {
    async keep({ sha256, data }) {
      if (await hasSize(place(sha256).file, data.length)) return;
      await withinQuota(data.length);
      await put(sha256, (temporary) => writeSynced(temporary, data));
    },
    async adopt({ sha256, path, bytes }) {
      await withinQuota(bytes);
      await put(sha256, (temporary) => linkOrCopy(path, temporary));
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

/** A second name costs nothing, where the file system knows such; the first one is still there after a kill. */
async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch {
    await copyFile(from, to);
    const handle = await open(to, 'r+');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  }
}

async function writeSynced(file: string, data: Uint8Array): Promise<void> {
  const handle = await open(file, 'w');
  try {
    await handle.writeFile(data);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A rename is on disk only when its folder is. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
