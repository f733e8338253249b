import { fencedFailure, StoreError } from '../errors.ts';

/** Result codes of SQLite, extended ones where they matter (sqlite.org/rescode.html). */
const codes = {
  busy: 5,
  readOnly: 8,
  ioError: 10,
  corrupt: 11,
  full: 13,
  cannotOpen: 14,
  notADatabase: 26,
  ioWrite: 778,
  ioSync: 1034,
  ioTruncate: 1546,
  ioSharedMemorySize: 4874,
  primaryKey: 1555,
} as const;

/** SQLite reports an exceeded quota (EDQUOT) as a failed write, not as a full disk. */
const noRoom: ReadonlySet<number> = new Set([
  codes.full,
  codes.ioWrite,
  codes.ioSync,
  codes.ioTruncate,
  codes.ioSharedMemorySize,
]);

interface SqliteCause {
  readonly errcode: number;
  readonly message: string;
}

const isSqliteCause = (cause: unknown): cause is SqliteCause =>
  cause instanceof Error && 'errcode' in cause && typeof cause.errcode === 'number';

/** Translates a failure of `node:sqlite` into an error of the store; returns any other failure unchanged. */
export function sqliteFailure(cause: unknown, file: string): unknown {
  if (!isSqliteCause(cause)) return cause;
  const { errcode, message } = cause;
  if (noRoom.has(errcode)) {
    return new StoreError(
      'STORE_FULL',
      `No room left to write ${file} (${message}). Free some space, then resume: nothing was lost.`,
      cause,
    );
  }
  if (errcode === codes.primaryKey && message.includes('visit.')) return fencedFailure(cause);
  switch (errcode & 0xff) {
    case codes.busy:
      return new StoreError('STORE_LOCKED', `${file} is in use by another program (${message}).`, cause);
    case codes.readOnly:
      return new StoreError('STORE_READ_ONLY', `${file} cannot be written (${message}).`, cause);
    case codes.corrupt:
    case codes.notADatabase:
      return new StoreError(
        'STORE_DAMAGED',
        `${file} is damaged (${message}). Restore it from a backup, or move it away and crawl again.`,
        cause,
      );
    case codes.cannotOpen:
      return new StoreError(
        'STORE_UNREACHABLE',
        `Cannot open ${file} (${message}). Does the folder exist?`,
        cause,
      );
    default:
      return new StoreError('STORE_FAILED', `${file}: ${message} (SQLite code ${errcode}).`, cause);
  }
}
