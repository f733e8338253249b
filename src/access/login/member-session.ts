import type { RequestAccess } from '../../fetch/index.ts';
import { AccessError } from '../errors.ts';
import type { VisitorAnswer } from '../forms/fill-form.ts';
import type { LoginFlow } from './login-flow.ts';

/** When this many pages in a row have no sign of being logged in, the cause is the session or the sign, not the pages. */
const mostRefused = 10;
/** After this many log-ins that did not help, the pages are forbidden to this member. */
const mostInVain = 2;

/** The part of the log-in that a session uses. */
export type SessionLogin = Pick<LoginFlow, 'logIn' | 'proof' | 'stateOf'>;

/**
 * Keeps a crawl logged in while many pages are under way. When pages show that the session has ended, it logs in again
 * once for all of them, and requests each page once more. It never returns a log-in page.
 */
export class MemberSession {
  readonly #flow: SessionLogin;
  #logIns = 0;
  #refusedInARow = 0;
  /** Log-ins in a row that were tried without a proof that the session had ended, and after which a page was still refused. */
  #inVain = 0;
  /** A page that was refused until the visitor logged in again; it is the best page to check whether a session is still valid. */
  #membersOnly: string | null = null;
  #recovery: Promise<boolean> | null = null;
  /** Set when a log-in has failed for good. It is not tried again: a site may lock out a user who keeps trying. */
  #finalFailure: AccessError | null = null;

  constructor(flow: SessionLogin) {
    this.#flow = flow;
  }

  /** The first log-in. Throws what `LoginFlow.logIn` throws. */
  async begin(): Promise<void> {
    await this.#flow.logIn();
    this.#logIns++;
  }

  /** Logs in again, when it is known that the session has ended. */
  async renew(): Promise<void> {
    await this.#recover(() => this.#logInAgain());
  }

  /**
   * Fetches a page as a member; `fetch` may be called twice. A page that is forbidden to this member is returned like any
   * other. Throws ACCESS_LOGIN_WALL when only this page asks to log in, ACCESS_LOGIN_EXPIRED when the session does not
   * last, and what `LoginFlow.logIn` throws when logging in again fails.
   */
  async visit<Answer extends VisitorAnswer>(
    requested: string,
    fetch: () => Promise<Answer>,
  ): Promise<Answer> {
    await this.#recovery;
    if (this.#finalFailure !== null) throw this.#finalFailure;
    const logIns = this.#logIns;
    const answer = await fetch();
    const seen = this.#flow.stateOf(answer, requested);
    if (!('reason' in seen)) return this.#accepted(answer, seen.state === 'in');
    // Another page may have logged in again since this request was sent.
    const isNew = logIns !== this.#logIns || (await this.#recover(() => this.#renewIfNeeded()));
    if (seen.state === 'doubtful' && !isNew) return answer;
    const second = await fetch();
    const now = this.#flow.stateOf(second, requested);
    if (!('reason' in now)) {
      if (isNew && now.state === 'in') this.#inVain = 0;
      if (isNew && now.state === 'in' && seen.state === 'doubtful') this.#membersOnly = requested;
      return this.#accepted(second, now.state === 'in');
    }
    const refusal = this.#refused(requested, now.reason);
    if (now.state === 'out' || refusal.code === 'ACCESS_LOGIN_EXPIRED') throw refusal;
    return second;
  }

  #accepted<Answer>(answer: Answer, isIn: boolean): Answer {
    if (isIn) this.#refusedInARow = 0;
    return answer;
  }

  /** Returns whether there is a new session. Pages that need one at the same time share it. */
  #recover(renew: () => Promise<boolean>): Promise<boolean> {
    this.#recovery ??= renew().finally(() => {
      this.#recovery = null;
    });
    return this.#recovery;
  }

  /** A page may lack the sign, or be forbidden, while the session is still valid: check another page before logging in again. */
  async #renewIfNeeded(): Promise<boolean> {
    const proof = await this.#flow.proof(this.#membersOnly);
    if (proof === 'in' || (proof !== 'out' && this.#inVain >= mostInVain)) return false;
    if (proof !== 'out') this.#inVain++;
    return this.#logInAgain();
  }

  async #logInAgain(): Promise<boolean> {
    try {
      await this.#flow.logIn();
    } catch (error) {
      if (error instanceof AccessError && error.decision === 'stop') this.#finalFailure = error;
      throw error;
    }
    this.#logIns++;
    return true;
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

/** A page as the browser shows it, and the request that led to it. */
export interface ReachedPage {
  /** Before redirects. */
  readonly requested: string;
  readonly url: string;
  /** 200 when the browser does not give a status. */
  readonly status: number;
  readonly html: string;
  /** When the visitor opened it (`performance.now()`). */
  readonly openedAt: number;
}

/** The visitor's access to an application: its session, which pages it may open, and how often. */
export interface ApplicationAccess extends RequestAccess {
  /** Waits until the next page may be opened or the next action be done: sites may require time between two requests. */
  turn(): Promise<void>;
  /** The secret for a value that stands for one; returns all other values unchanged. Only the browser receives the secret. */
  reveal(value: string): string;
  /** Whether a page shows that the session had ended. If so, a new session has begun, and the visit can be retried. */
  hasLost(page: ReachedPage): Promise<boolean>;
}

/** For the user's own applications: no session, no limits. */
export const freeAccess: ApplicationAccess = {
  session: null,
  turn: () => Promise.resolve(),
  refusal: () => null,
  reveal: (value) => value,
  hasLost: () => Promise.resolve(false),
};
