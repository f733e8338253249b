import { type ErrorTable, TidemarkError } from '../base/index.ts';

export const storeErrors = {
  STORE_FULL: 'stop',
  STORE_LOCKED: 'stop',
  STORE_MISSING: 'stop',
  STORE_TOO_NEW: 'stop',
  STORE_TOO_OLD: 'stop',
  STORE_SQLITE_TOO_OLD: 'stop',
  STORE_UNREACHABLE: 'stop',
  STORE_DAMAGED: 'stop',
  STORE_CONTENT_DAMAGED: 'skip',
  STORE_CONTENT_UNKNOWN: 'skip',
  STORE_FENCED: 'stop',
  STORE_NAME_TAKEN: 'stop',
  STORE_READ_ONLY: 'stop',
  STORE_FAILED: 'stop',
} as const satisfies ErrorTable;

export type StoreErrorCode = keyof typeof storeErrors;

/** What the database, or the folder it lives in, refused to do. */
export class StoreError extends TidemarkError {
  declare readonly code: StoreErrorCode;

  constructor(code: StoreErrorCode, message: string, cause?: unknown) {
    super(code, storeErrors[code], message, cause);
  }
}

const full = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** What a failed file operation means for the store. */
export function dataFileFailure(cause: unknown, file: string): StoreError {
  if (cause instanceof StoreError) return cause;
  const { code = '', message } = cause as NodeJS.ErrnoException;
  if (full.has(code)) {
    return new StoreError(
      'STORE_FULL',
      `No room left to write ${file} (${code}). Free some space, then resume: nothing was lost.`,
      cause,
    );
  }
  if (code === 'EROFS' || code === 'EACCES' || code === 'EPERM') {
    return new StoreError(
      'STORE_READ_ONLY',
      `Cannot write ${file} (${code}). Make the folder writable.`,
      cause,
    );
  }
  return new StoreError('STORE_FAILED', `Cannot use ${file}: ${message}`, cause);
}
