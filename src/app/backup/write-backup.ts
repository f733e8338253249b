import { createWriteStream } from 'node:fs';
import { link, rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress } from 'node:zlib';
import { whyUnwritable } from '../../base/index.ts';
import type { Store } from '../../store/index.ts';
import { AppError } from '../errors.ts';

/**
 * Writes everything in the database to a file, while others write to it. The file gets its name when it is complete and on
 * disk; one that exists is never replaced. Returns its size. Throws APP_BACKUP_EXISTS and APP_FILE_UNWRITABLE.
 */
export async function writeBackup(store: Pick<Store, 'backup'>, file: string): Promise<number> {
  const unfinished = `${file}.${process.pid}.unfinished`;
  try {
    await pipeline(
      Readable.from(store.backup(), { objectMode: false }),
      createZstdCompress(),
      // Users and encrypted secrets are in it.
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
