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
