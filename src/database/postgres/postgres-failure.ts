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

/** The message of the driver's pool when none of its connections became free in time. */
const POOL_IS_FULL = 'timeout exceeded when trying to connect';

/** The message of a single connection of the driver that was not made in time: by the server, or because this thread was busy. */
const CONNECT_IS_LATE = 'timeout expired';

interface PostgresCause {
  readonly code?: string;
  readonly constraint?: string;
  readonly message: string;
}

/** Translates a failure of the driver or the server; `where` is the server without user and password. */
export function postgresFailure(cause: unknown, where: string): unknown {
  if (cause instanceof StoreError || !(cause instanceof Error)) return cause;
  // A host with several addresses fails once for each of them.
  const first = cause instanceof AggregateError ? (cause.errors[0] as unknown) : cause;
  const { code, constraint, message } = first as PostgresCause;
  const unreachable = (what: string, advice: string) =>
    new StoreError('STORE_UNREACHABLE', { reason: `${what} at ${where} (${message})`, hint: advice }, cause);
  const noAnswer = () =>
    unreachable(
      'No answer from the database',
      'Check that the server runs and that DATABASE_URL is right, then resume.',
    );
  if (code === undefined) {
    // The driver's pool is full: the request has not reached the server yet.
    if (message === POOL_IS_FULL)
      return unreachable(
        'All connections of this program were in use for too long: it has more to do than they can take, or the database is slow',
        'The database itself may be well. Wait, or let less run at once; look at the slow queries of the database if that happens often.',
      );
    return /connection|timeout exceeded/i.test(message) || message === CONNECT_IS_LATE ? noAnswer() : cause;
  }
  if (code === diskFull) {
    return new StoreError(
      'STORE_FULL',
      {
        reason: `The database server at ${where} has no room left (${message})`,
        hint: 'Free some space, then resume: nothing was lost.',
      },
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
      {
        reason: `The user may not write to the database at ${where} (${message})`,
        hint: 'Make the user the owner of the database, or grant it CREATE on the schema.',
      },
      cause,
    );
  }
  if (damaged.has(code)) {
    return new StoreError(
      'STORE_DAMAGED',
      { reason: `The database at ${where} is damaged (${message})`, hint: 'Restore it from a backup.' },
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

/** Deadlock and serialisation failure, where the server ended one transaction, and a connection that it ended because a transaction was idle. */
const tryAgainCodes = new Set(['40P01', '40001', '25P03']);
/** The server routine that fails when a newer Tidemark has changed the table of a prepared statement: a worker notices that soon, and stops. */
const staleStatement = 'RevalidateCachedQuery';
/** Failures that an operator must fix: waiting does not help. */
const needsOperator = /^(28|3D000)/;

/** Whether a failure is temporary, so that the same work can be retried. */
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
