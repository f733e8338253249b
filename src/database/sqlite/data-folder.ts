import { accessSync, closeSync, constants, existsSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { dataFileFailure, StoreError } from '../errors.ts';

/** Pages behind log-ins, hashes of passwords and the audit log are for their owner only, whatever the umask is. */
const OWNER_ONLY = 0o700;

/** Makes the data folder, for its owner only, unless it exists; an existing one is not changed. Throws STORE_FOLDER_INVALID, STORE_READ_ONLY and STORE_FULL. */
export function prepareDataFolder(folder: string): void {
  try {
    makeFolder(resolve(folder), OWNER_ONLY);
    // Without this check, only SQLite would notice a folder on a read-only disk, and it does not say what is wrong.
    accessSync(folder, constants.W_OK);
    makeFolder(resolve(join(folder, 'content')), OWNER_ONLY);
  } catch (cause) {
    throw folderFailure(cause, folder);
  }
}

/** Throws STORE_FOLDER_INVALID for a path that leads to a file, or through one. */
export function refuseFile(folder: string): void {
  try {
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === false) throw notAFolder(folder);
  } catch (cause) {
    throw folderFailure(cause, folder);
  }
}

/** SQLite creates files that all users may read; its log gets the permissions of the database. Throws STORE_READ_ONLY and STORE_FULL. */
export function makePrivateFile(file: string): void {
  try {
    if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600));
  } catch (cause) {
    throw dataFileFailure(cause, file);
  }
}

/**
 * Makes folders one by one: `mkdir` with `recursive` never returns where folders cannot be made although the folder above exists, as in
 * /proc.
 */
function makeFolder(folder: string, mode = 0o777): void {
  try {
    mkdirSync(folder, { mode });
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === 'EEXIST' && statSync(folder).isDirectory()) return;
    const above = dirname(folder);
    if (code !== 'ENOENT' || above === folder || statSync(above, { throwIfNoEntry: false })) throw cause;
    makeFolder(above);
    mkdirSync(folder, { mode });
  }
}

function folderFailure(cause: unknown, folder: string): StoreError {
  if (cause instanceof StoreError) return cause;
  const { code } = cause as NodeJS.ErrnoException;
  if (code === 'EEXIST' || code === 'ENOTDIR') return notAFolder(folder, cause);
  if (code === 'ENOENT')
    return invalid(`The data folder ${folder} cannot be made: nothing can be stored there.`, cause);
  return dataFileFailure(cause, folder);
}

const notAFolder = (folder: string, cause?: unknown): StoreError =>
  invalid(`The data folder ${folder} is a file, or is inside one.`, cause);

const invalid = (what: string, cause: unknown): StoreError =>
  new StoreError('STORE_FOLDER_INVALID', `${what} Choose another one with --data or TIDEMARK_DATA.`, cause);
