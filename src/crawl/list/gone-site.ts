import { TidemarkError } from '../../base/index.ts';

/**
 * Tells, after a temporary failure, whether the whole site is gone or only this file or folder fails: a run must pause for
 * the one, so that it can go on later, and report the other.
 */
export class GoneSite {
  readonly #look: () => Promise<unknown>;
  #looking: Promise<string | null> | null = null;

  /** `look` asks the site for something that it had before, and throws when there is no answer. */
  constructor(look: () => Promise<unknown>) {
    this.#look = look;
  }

  /** Why the site is gone, in words; null when it answers, or when the failure does not suggest that it is gone. */
  async reason(failure: TidemarkError): Promise<string | null> {
    if (failure.decision !== 'retry') return null;
    // Several connections fail together when the server goes: one look is enough for all.
    this.#looking ??= this.#answer().finally(() => {
      this.#looking = null;
    });
    return this.#looking;
  }

  async #answer(): Promise<string | null> {
    try {
      await this.#look();
      return null;
    } catch (error) {
      if (error instanceof TidemarkError && error.decision === 'retry')
        return `the server no longer answers: ${error.message}`;
      throw error;
    }
  }
}
