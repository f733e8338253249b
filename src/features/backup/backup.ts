import { createReadStream, createWriteStream } from 'node:fs';
import { link, rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress, createZstdDecompress } from 'node:zlib';
import { whyUnwritable } from '../../base/index.ts';
import { AppError } from '../../crawl/run/errors.ts';
import { migrateStore } from '../../database/migrate-store.ts';
import { type DataPlace, placeOfData } from '../../database/open-data-folder.ts';
import type { Store } from '../../database/store.ts';
import type { Restored } from './restore-backup.ts';
import { restoreStore } from './restore-store.ts';

/**
 * Writes everything in the database to a file, while other processes write to the database. The file gets its name when it is complete and
 * on disk; an existing file is never replaced. Returns its size. Throws APP_BACKUP_EXISTS and APP_FILE_UNWRITABLE.
 */
export async function writeBackup(store: Pick<Store, 'backup'>, file: string): Promise<number> {
  const unfinished = `${file}.${process.pid}.unfinished`;
  try {
    await pipeline(
      Readable.from(store.backup(), { objectMode: false }),
      createZstdCompress(),
      // The file contains users and encrypted secrets.
      createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true }),
    );
    await link(unfinished, file);
    return (await stat(file)).size;
  } catch (cause) {
    throw fileFailure(cause, file);
  } finally {
    await rm(unfinished, { force: true });
  }
}

function fileFailure(cause: unknown, file: string): unknown {
  const { code, syscall } = cause as NodeJS.ErrnoException;
  if (code === 'EEXIST')
    return new AppError(
      'APP_BACKUP_EXISTS',
      `${file} exists already, and is not overwritten. Choose another name.`,
    );
  if (syscall === undefined) return cause;
  return new AppError('APP_FILE_UNWRITABLE', `cannot write ${file}: ${whyUnwritable(cause)}`, cause);
}

/**
 * Restores a backup, completely or not at all, into the data folder or database that the settings name. It must be empty.
 * Throws APP_FILE_UNREADABLE, and the errors of `restoreStore`.
 */
export async function readBackup(place: DataPlace, file: string): Promise<Restored> {
  const command = 'tidemark restore';
  const unpacked = createZstdDecompress();
  const reading = pipeline(createReadStream(file), unpacked);
  // The reader of the unpacked bytes gets the error.
  reading.catch(() => undefined);
  // A truncated file may be detected before a database has answered: without a listener, that error would end the process.
  unpacked.on('error', () => undefined);
  try {
    return await restoreStore({ ...placeOfData(place), command }, unpacked);
  } catch (cause) {
    throw unreadable(cause, file);
  } finally {
    unpacked.destroy();
  }
}

function unreadable(cause: unknown, file: string): unknown {
  const { code = '', syscall, message } = cause as NodeJS.ErrnoException;
  if (code.startsWith('ZSTD_') || code.startsWith('Z_'))
    return new AppError('APP_FILE_UNREADABLE', `${file} is not a backup, or is damaged (${message}).`, cause);
  if (syscall === 'open' || syscall === 'read')
    return new AppError('APP_FILE_UNREADABLE', `${file} cannot be read: ${message}`, cause);
  return cause;
}

/** Brings the data of an older Tidemark up to date. Throws the errors of `migrateStore`. */
export const migrateData = (
  place: DataPlace,
  how: { readonly check: boolean },
): Promise<{ readonly from: number; readonly to: number }> =>
  migrateStore({ ...placeOfData(place), command: 'tidemark migrate' }, how);
