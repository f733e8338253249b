/**
 * What the engine does when an operation fails: try it again later, skip this one item and go on,
 * or stop the run because going on would do harm.
 */
export type Decision = 'retry' | 'skip' | 'stop';

/** The codes of one folder with their decisions. Each folder's `errors.ts` exports one; docs/errors.md lists them all. */
export type ErrorTable = Readonly<Record<string, Decision>>;

/** Every failure that Tidemark expects. The code is stable; the message is for people and may change. */
export abstract class TidemarkError extends Error {
  readonly code: string;
  readonly decision: Decision;

  /** `message` says what was wrong, where, and what to do. `cause` is the failure underneath, when there is one. */
  protected constructor(code: string, decision: Decision, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.decision = decision;
    this.name = new.target.name;
  }
}

/** What a failure says of itself, whatever was thrown. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Why a file could not be read, in words. */
export function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return 'there is no such file';
  if (code === 'EACCES') return 'permission denied';
  if (code === 'EISDIR') return 'it is a folder';
  return message;
}

/** Why a file could not be written, in words. */
export function whyUnwritable(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return 'its folder does not exist';
  if (code === 'ENOTDIR') return 'a part of its path is not a folder';
  if (code === 'ENOSPC') return 'the disk is full';
  if (code === 'EROFS') return 'the disk is read-only';
  return reasonOf(error);
}

/** A failure on its way to another thread: an error that crosses threads loses its class, its code and its decision. */
export interface SentFailure {
  /** Null for a failure that was not foreseen. */
  readonly code: string | null;
  readonly decision: Decision;
  readonly message: string;
  readonly stack: string;
  /** What the failure underneath says of itself: whether it passes may depend on it. Null when there is none. */
  readonly cause: { readonly code?: unknown; readonly routine?: unknown } | null;
}

export function sentFailure(error: unknown): SentFailure {
  const isExpected = error instanceof TidemarkError;
  const { code, routine } = ((error as Partial<Error> | null)?.cause ?? {}) as Record<string, unknown>;
  return {
    code: isExpected ? error.code : null,
    decision: isExpected ? error.decision : 'stop',
    message: messageOf(error),
    stack: error instanceof Error ? (error.stack ?? '') : '',
    cause: typeof code === 'string' || typeof routine === 'string' ? { code, routine } : null,
  };
}

/** A failure of another thread, with the code and the decision that it had there. */
class ThreadFailure extends TidemarkError {
  constructor(code: string, { decision, message, cause }: SentFailure) {
    super(code, decision, message, cause ?? undefined);
  }
}

export function failureFrom(failure: SentFailure): Error {
  const error = failure.code === null ? new Error(failure.message) : new ThreadFailure(failure.code, failure);
  error.stack = failure.stack;
  return error;
}
