import { fencedFailure, StoreError } from '../errors.ts';

/** SQLSTATE codes (PostgreSQL documentation, appendix A). */
const diskFull = '53100';
const uniqueViolation = '23505';
const readOnlyTransaction = '25006';
const noPrivilege = '42501';
const noSuchDatabase = '3D000';
const wrongLogin = /^28/;
const damaged = new Set(['XX001', 'XX002']);
const noConnection =
  /^(08|57P0|53300|ECONN|EPIPE|ENOTFOUND|EAI_|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOENT|EACCES)/;

/** What the pool of the driver says when none of its connections became free in time. */
const POOL_IS_FULL = 'timeout exceeded when trying to connect';

interface PostgresCause {
  readonly code?: string;
  readonly constraint?: string;
  readonly message: string;
}

/** What a failure of the driver or the server means; `where` is the server without user and password. */
export function postgresFailure(cause: unknown, where: string): unknown {
  if (cause instanceof StoreError || !(cause instanceof Error)) return cause;
  // A host with several addresses fails once for each of them.
  const first = cause instanceof AggregateError ? (cause.errors[0] as unknown) : cause;
  const { code, constraint, message } = first as PostgresCause;
  const unreachable = (what: string, advice: string) =>
    new StoreError('STORE_UNREACHABLE', `${what} at ${where} (${message}). ${advice}`, cause);
  const noAnswer = () =>
    unreachable(
      'No answer from the database',
      'Check that the server runs and that DATABASE_URL is right, then resume.',
    );
  if (code === undefined) {
    // The queue of the driver's pool: nobody has asked the server yet.
    if (message === POOL_IS_FULL)
      return unreachable(
        'All connections of this program were in use for too long: it has more to do than they can take, or the database is slow',
        'The database itself may be well. Wait, or let less run at once; look at the slow queries of the database if that happens often.',
      );
    return /connection|timeout exceeded/i.test(message) ? noAnswer() : cause;
  }
  if (code === diskFull) {
    return new StoreError(
      'STORE_FULL',
      `The database server at ${where} has no room left (${message}). Free some space, then resume: nothing was lost.`,
      cause,
    );
  }
  if (code === uniqueViolation && constraint === 'visit_key') return fencedFailure(cause);
  if (code === readOnlyTransaction) {
    return new StoreError(
      'STORE_READ_ONLY',
      `The database at ${where} accepts no changes (${message}).`,
      cause,
    );
  }
  if (code === noPrivilege) {
    return new StoreError(
      'STORE_READ_ONLY',
      `The user may not write to the database at ${where} (${message}). Make the user the owner of the database, or grant it CREATE on the schema.`,
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
  if (code === noSuchDatabase) {
    return unreachable('There is no such database', 'Create it, or correct DATABASE_URL.');
  }
  if (wrongLogin.test(code)) {
    return unreachable(
      'The log-in was refused by the database',
      'Check the user and the password in DATABASE_URL.',
    );
  }
  if (noConnection.test(code)) return noAnswer();
  return new StoreError('STORE_FAILED', `The database at ${where} failed: ${message} (${code}).`, cause);
}

/** Two transactions that waited for each other, of which the server ended one; and a connection that it ended because nothing came. */
const tryAgainCodes = new Set(['40P01', '40001', '25P03']);
/** Where the server fails with a prepared statement whose table a newer Tidemark has changed: a worker sees that soon, and stops. */
const staleStatement = 'RevalidateCachedQuery';
/** What an operator has to mend: waiting does not help. */
const needsOperator = /^(28|3D000)/;

/** Whether a failure is over after a while: the same can be tried again. */
export function passesByItself(failure: unknown): boolean {
  if (!(failure instanceof StoreError)) return false;
  const { code = '', routine } = (failure.cause ?? {}) as {
    readonly code?: string;
    readonly routine?: string;
  };
  if (tryAgainCodes.has(code) || routine === staleStatement || failure.code === 'STORE_BODIES_UNREACHABLE')
    return true;
  return failure.code === 'STORE_UNREACHABLE' && !needsOperator.test(code);
}
