import { StoreError } from '../errors.ts';

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
