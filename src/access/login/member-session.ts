import { AccessError } from '../errors.ts';
import type { VisitorAnswer } from '../forms/fill-form.ts';
import type { LoginFlow } from './login-flow.ts';

/** Pages in a row, none of which shows that somebody is logged in: then it is not the pages that are to blame. */
const mostRefused = 10;

/**
 * Keeps a crawl logged in while many pages are under way. When a page shows that the session has ended, it logs in
 * again, once for all pages that noticed, and asks for the page once more. What is returned is never a log-in page.
 */
export class MemberSession {
  readonly #flow: Pick<LoginFlow, 'logIn' | 'isStillLoggedIn' | 'stateOf'>;
  #logIns = 0;
  #refusedInARow = 0;
  #recovery: Promise<void> | null = null;
  /** A site may lock a user out who keeps trying: a log-in that failed for good is not tried again. */
  #end: AccessError | null = null;

  constructor(flow: Pick<LoginFlow, 'logIn' | 'isStillLoggedIn' | 'stateOf'>) {
    this.#flow = flow;
  }

  /** The first log-in. Throws what `LoginFlow.logIn` throws. */
  async begin(): Promise<void> {
    await this.#flow.logIn();
    this.#logIns++;
  }

  /**
   * Fetches a page as a member; `fetch` may be called twice. Throws ACCESS_LOGIN_WALL when this page alone asks to log
   * in, ACCESS_LOGIN_EXPIRED when the session does not last, and what `LoginFlow.logIn` throws when there is no way
   * back in.
   */
  async visit<Answer extends VisitorAnswer>(asked: string, fetch: () => Promise<Answer>): Promise<Answer> {
    for (let recovered = false; ; ) {
      await this.#recovery;
      if (this.#end !== null) throw this.#end;
      const logIns = this.#logIns;
      const answer = await fetch();
      const seen = this.#flow.stateOf(answer, asked);
      if (seen.state === 'in') this.#refusedInARow = 0;
      if (seen.state !== 'out') return answer;
      if (recovered) throw this.#refused(asked, seen.reason);
      // Unless somebody has logged in since this request went out.
      if (logIns === this.#logIns) await this.#recover();
      recovered = true;
    }
  }

  /** A page may lack the sign and the session be well: that page is looked at first which proved the log-in. */
  #recover(): Promise<void> {
    this.#recovery ??= this.#renewIfNeeded().finally(() => {
      this.#recovery = null;
    });
    return this.#recovery;
  }

  async #renewIfNeeded(): Promise<void> {
    if (await this.#flow.isStillLoggedIn()) return;
    try {
      await this.#flow.logIn();
    } catch (error) {
      if (error instanceof AccessError && error.decision === 'stop') this.#end = error;
      throw error;
    }
    this.#logIns++;
  }

  #refused(asked: string, reason: string): AccessError {
    this.#refusedInARow++;
    if (this.#refusedInARow < mostRefused) {
      return new AccessError(
        'ACCESS_LOGIN_WALL',
        `${asked} shows no sign of being logged in, although the log-in worked: ${reason}`,
      );
    }
    return new AccessError(
      'ACCESS_LOGIN_EXPIRED',
      `the session does not last, or its sign is the wrong one: the log-in worked, and ${mostRefused} pages in a row show that nobody is logged in, the last of them ${asked}: ${reason}`,
    );
  }
}
