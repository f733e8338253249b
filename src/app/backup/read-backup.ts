import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import type { Config } from '../../config/index.ts';
import { type Restored, restoreStore } from '../../store/index.ts';
import { AppError } from '../errors.ts';

/**
 * Puts a backup into the data folder or database of the settings, which must be empty: all of it or nothing. Throws
 * APP_FILE_UNREADABLE, and what `restoreStore` throws.
 */
export async function readBackup(
  { data, databaseUrl }: Pick<Config, 'data' | 'databaseUrl'>,
  file: string,
): Promise<Restored> {
  const command = 'tidemark restore';
  const unpacked = createZstdDecompress();
  const reading = pipeline(createReadStream(file), unpacked);
  // Whoever reads what is unpacked is told of it.
  reading.catch(() => undefined);
  try {
    return await (databaseUrl === ''
      ? restoreStore({ kind: 'sqlite', folder: data, command }, unpacked)
      : restoreStore({ kind: 'postgres', url: databaseUrl, command }, unpacked));
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
