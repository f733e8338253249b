/**
 * What the engine does when an operation fails: try it again later, skip this one item and go on,
 * or stop the run because going on would do harm.
 */
export type Decision = 'retry' | 'skip' | 'stop';

/** The codes of one folder with their decisions. Each folder's `errors.ts` exports one; docs/errors.md lists them all. */
export type ErrorTable = Readonly<Record<string, Decision>>;

/** The message of a failure. An object keeps apart what is wrong and what to do about it, for callers that show them separately. */
export type Wording =
  | string
  | {
      readonly reason: string;
      /** The rest of the sentence (`write ...`), or a sentence of its own (`Check ...`). */
      readonly hint: string;
    };

function spelledOut(wording: Wording) {
  if (typeof wording === 'string') return { message: wording, reason: wording, hint: null };
  const { reason, hint } = wording;
  const joint = /^[A-Z]/.test(hint) ? '. ' : /^(?:write|add) /.test(hint) ? ': ' : '; ';
  return { message: `${reason}${joint}${hint}`, reason, hint };
}

/** Every failure that Tidemark expects. The code is stable; the message is for people and may change. */
export abstract class TidemarkError extends Error {
  readonly code: string;
  readonly decision: Decision;
  /** What is wrong, and where: the message without the hint. */
  readonly reason: string;
  /** What to do: the end of the message. Null when the message has no separate hint. */
  readonly hint: string | null;

  /** `cause` is the underlying failure, if any. */
  protected constructor(code: string, decision: Decision, wording: Wording, cause?: unknown) {
    const { message, reason, hint } = spelledOut(wording);
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.decision = decision;
    this.reason = reason;
    this.hint = hint;
    this.name = new.target.name;
  }
}

/** Makes the error class of one folder from its table of codes. */
export function errorsOf<const Table extends ErrorTable>(table: Table) {
  type Code = keyof Table & string;
  return class extends TidemarkError {
    declare readonly code: Code;

    constructor(code: Code, message: Wording, cause?: unknown) {
      super(code, table[code] as Decision, message, cause);
    }
  };
}

/** User input that is invalid: a pattern, a condition, a rule. It has no code: the caller adds one. */
export class InputError extends SyntaxError {
  readonly reason: string;
  /** What to write instead; null when the reason says all. */
  readonly hint: string | null;

  constructor(wording: Wording, cause?: unknown) {
    const { message, reason, hint } = spelledOut(wording);
    super(message, cause === undefined ? undefined : { cause });
    this.reason = reason;
    this.hint = hint;
  }

  /** The same wording with a prefix that says where the error is: `rule 3: `. */
  after(where: string): Wording {
    const reason = where + this.reason;
    return this.hint === null ? reason : { reason, hint: this.hint };
  }
}

/** The message of a failure, whatever type was thrown. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Why a file could not be read, in words. */
export function whyUnreadable(error: unknown): string {
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
  return whyUnreadable(error);
}

/** A failure on its way to another thread: an error that crosses threads loses its class, its code and its decision. */
export interface SentFailure {
  /** Null for an unexpected failure. */
  readonly code: string | null;
  readonly decision: Decision;
  readonly message: Wording;
  readonly stack: string;
  /** Codes of the underlying failure: whether the failure is temporary may depend on them. Null when there is none. */
  readonly cause: { readonly code?: unknown; readonly routine?: unknown } | null;
}

export function sentFailure(error: unknown): SentFailure {
  const isExpected = error instanceof TidemarkError;
  const { code, routine } = ((error as Partial<Error> | null)?.cause ?? {}) as Record<string, unknown>;
  return {
    code: isExpected ? error.code : null,
    decision: isExpected ? error.decision : 'stop',
    message:
      isExpected && error.hint !== null ? { reason: error.reason, hint: error.hint } : messageOf(error),
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
  const error =
    failure.code === null
      ? new Error(spelledOut(failure.message).message)
      : new ThreadFailure(failure.code, failure);
  error.stack = failure.stack;
  return error;
}
