import { AccessError } from '../errors.ts';
import type { VisitorAnswer } from '../forms/fill-form.ts';
import type { LoginFlow } from './login-flow.ts';

/** After this many pages in a row without a sign of being logged in, the pages are not the cause. */
const mostRefused = 10;

/**
 * Keeps a crawl logged in while many pages are under way. When pages show that the session has ended, it logs in again
 * once for all of them, and requests each page once more. It never returns a log-in page.
 */
export class MemberSession {
  readonly #flow: Pick<LoginFlow, 'logIn' | 'isStillLoggedIn' | 'stateOf'>;
  #logIns = 0;
  #refusedInARow = 0;
  #recovery: Promise<void> | null = null;
  /** Set when a log-in has failed for good. It is not tried again: a site may lock out a user who keeps trying. */
  #finalFailure: AccessError | null = null;

  constructor(flow: Pick<LoginFlow, 'logIn' | 'isStillLoggedIn' | 'stateOf'>) {
    this.#flow = flow;
  }

  /** The first log-in. Throws what `LoginFlow.logIn` throws. */
  async begin(): Promise<void> {
    await this.#flow.logIn();
    this.#logIns++;
  }

  /** Logs in again, when it is known that the session has ended. */
  async renew(): Promise<void> {
    this.#recovery ??= this.#logInAgain().finally(() => {
      this.#recovery = null;
    });
    await this.#recovery;
  }

  /**
   * Fetches a page as a member; `fetch` may be called twice. Throws ACCESS_LOGIN_WALL when only this page asks to log in,
   * ACCESS_LOGIN_EXPIRED when the session does not last, and what `LoginFlow.logIn` throws when logging in again fails.
   */
  async visit<Answer extends VisitorAnswer>(
    requested: string,
    fetch: () => Promise<Answer>,
  ): Promise<Answer> {
    for (let recovered = false; ; ) {
      await this.#recovery;
      if (this.#finalFailure !== null) throw this.#finalFailure;
      const logIns = this.#logIns;
      const answer = await fetch();
      const seen = this.#flow.stateOf(answer, requested);
      if (seen.state === 'in') this.#refusedInARow = 0;
      if (seen.state !== 'out') return answer;
      if (recovered && seen.asksToLogIn) throw this.#refused(requested, seen.reason);
      // Another page may have logged in again since this request was sent.
      if (!recovered && logIns === this.#logIns) await this.#recover();
      // When the session was well all the time, this page has no sign for members either.
      if (logIns === this.#logIns && !seen.asksToLogIn) return answer;
      recovered = true;
    }
  }

  /** A page may lack the sign while the session is still valid, so the page that proved the log-in is checked first. */
  #recover(): Promise<void> {
    this.#recovery ??= this.#renewIfNeeded().finally(() => {
      this.#recovery = null;
    });
    return this.#recovery;
  }

  async #renewIfNeeded(): Promise<void> {
    if (!(await this.#flow.isStillLoggedIn())) await this.#logInAgain();
  }

  async #logInAgain(): Promise<void> {
    try {
      await this.#flow.logIn();
    } catch (error) {
      if (error instanceof AccessError && error.decision === 'stop') this.#finalFailure = error;
      throw error;
    }
    this.#logIns++;
  }

  #refused(requested: string, reason: string): AccessError {
    this.#refusedInARow++;
    if (this.#refusedInARow < mostRefused) {
      return new AccessError(
        'ACCESS_LOGIN_WALL',
        `${requested} shows no sign of being logged in, although the log-in worked: ${reason}`,
      );
    }
    return new AccessError(
      'ACCESS_LOGIN_EXPIRED',
      `the session does not last, or loggedInWhen is wrong: the log-in worked, but ${mostRefused} pages in a row show no sign of it, the last of them ${requested}: ${reason}`,
    );
  }
}
