import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import { type Restored, restoreStore } from '../../store/index.ts';
import { AppError } from '../errors.ts';
import { type DataPlace, placeOfData } from '../open-data-folder.ts';

/**
 * Puts a backup into the data folder or database of the settings, which must be empty: all of it or nothing. Throws
 * APP_FILE_UNREADABLE, and what `restoreStore` throws.
 */
export async function readBackup(place: DataPlace, file: string): Promise<Restored> {
  const command = 'tidemark restore';
  const unpacked = createZstdDecompress();
  const reading = pipeline(createReadStream(file), unpacked);
  // Whoever reads what is unpacked is told of it.
  reading.catch(() => undefined);
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
