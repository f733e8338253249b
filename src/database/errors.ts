import { type ErrorTable, errorsOf, failureFrom, type SentFailure } from '../base/index.ts';

export const storeErrors = {
  STORE_FULL: 'stop',
  STORE_LOCKED: 'stop',
  STORE_MISSING: 'stop',
  STORE_FOLDER_INVALID: 'stop',
  STORE_TOO_NEW: 'stop',
  STORE_TOO_OLD: 'stop',
  STORE_SQLITE_TOO_OLD: 'stop',
  STORE_UNREACHABLE: 'stop',
  STORE_BODIES_UNREACHABLE: 'stop',
  STORE_BODIES_REFUSED: 'stop',
  STORE_BODIES_NOT_SET: 'stop',
  STORE_BODIES_NEED_POSTGRES: 'stop',
  STORE_DAMAGED: 'stop',
  STORE_LOST_WRITES: 'stop',
  STORE_CONTENT_DAMAGED: 'skip',
  STORE_CONTENT_UNKNOWN: 'skip',
  STORE_FENCED: 'stop',
  STORE_LEASE_LOST: 'stop',
  STORE_NAME_TAKEN: 'stop',
  STORE_NOT_EMPTY: 'stop',
  STORE_BACKUP_DAMAGED: 'stop',
  STORE_LAST_ADMINISTRATOR: 'stop',
  STORE_ACCOUNT_CHANGED: 'stop',
  STORE_READ_ONLY: 'stop',
  STORE_QUERY_INVALID: 'stop',
  STORE_FAILED: 'stop',
} as const satisfies ErrorTable;

type StoreErrorCode = keyof typeof storeErrors;

/** A failure of the database or of the folder it is in. */
export class StoreError extends errorsOf(storeErrors) {}

/** Recreates a failure of another thread: a StoreError is a StoreError here, too. */
export function storeFailureFrom(failure: SentFailure): Error {
  const { code, message, cause } = failure;
  if (code === null || !(code in storeErrors)) return failureFrom(failure);
  return new StoreError(code as StoreErrorCode, message, cause ?? undefined);
}

/** A page got a second visit in one run. */
export const fencedFailure = (cause: unknown): StoreError =>
  new StoreError(
    'STORE_FENCED',
    'A page of this batch already has a visit in this run: another process is working on the run. Stop this one.',
    cause,
  );

const noRoom = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);
const noPermission = new Set(['EROFS', 'EACCES', 'EPERM']);

/** Translates a failed operation on a file of the data folder into a StoreError. */
export function dataFileFailure(cause: unknown, file: string): StoreError {
  if (cause instanceof StoreError) return cause;
  const { code = '', message } = cause as NodeJS.ErrnoException;
  if (noRoom.has(code)) {
    return new StoreError(
      'STORE_FULL',
      `No room left to write ${file} (${code}). Free some space, then resume: nothing was lost.`,
      cause,
    );
  }
  if (noPermission.has(code)) {
    return new StoreError(
      'STORE_READ_ONLY',
      `Cannot write ${file} (${code}). Make the folder writable, or choose another one with --data or TIDEMARK_DATA.`,
      cause,
    );
  }
  return new StoreError('STORE_FAILED', `Cannot use ${file}: ${message}`, cause);
}
