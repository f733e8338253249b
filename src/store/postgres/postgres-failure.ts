import { StoreError } from '../errors.ts';

/** SQLSTATE codes (PostgreSQL documentation, appendix A). */
const diskFull = '53100';
const uniqueViolation = '23505';
const readOnlyTransaction = '25006';
const damaged = new Set(['XX001', 'XX002']);
const unreachable =
  /^(08|57P0|28|3D000|53300|ECONN|EPIPE|ENOTFOUND|EAI_|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOENT|EACCES)/;

interface PostgresCause {
  readonly code?: string;
  readonly constraint?: string;
  readonly message: string;
}

/** What a failure of the driver or the server means; `where` is the server without its password. */
export function postgresFailure(cause: unknown, where: string): unknown {
  if (cause instanceof StoreError || !(cause instanceof Error)) return cause;
  // A host with several addresses fails once for each.
  const first = cause instanceof AggregateError ? (cause.errors[0] as unknown) : cause;
  const { code, constraint, message } = first as PostgresCause;
  if (code === undefined) {
    return /connection|timeout exceeded/i.test(message) ? lost(where, message, cause) : cause;
  }
  if (code === diskFull) {
    return new StoreError(
      'STORE_FULL',
      `The database server at ${where} has no room left (${message}). Free some space, then resume: nothing was lost.`,
      cause,
    );
  }
  if (code === uniqueViolation && constraint === 'visit_key') {
    return new StoreError(
      'STORE_FENCED',
      'A page of this batch has a visit in this run already: someone else is working on the run. Stop this one.',
      cause,
    );
  }
  if (code === readOnlyTransaction) {
    return new StoreError(
      'STORE_READ_ONLY',
      `The database at ${where} takes no changes (${message}).`,
      cause,
    );
  }
  if (damaged.has(code)) {
    return new StoreError(
      'STORE_DAMAGED',
      `The database at ${where} is damaged (${message}). Restore it from a backup.`,
      cause,
    );
  }
  if (unreachable.test(code)) return lost(where, message, cause);
  return new StoreError('STORE_FAILED', `The database at ${where} answered: ${message} (${code}).`, cause);
}

function lost(where: string, message: string, cause: unknown): StoreError {
  return new StoreError(
    'STORE_UNREACHABLE',
    `No answer from the database at ${where} (${message}). Check that it runs and that the URL is right, then resume.`,
    cause,
  );
}
