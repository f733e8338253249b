import { type Decision, TidemarkError } from './errors.ts';

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
    message: error instanceof Error ? error.message : String(error),
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
