import { AccessError, type VisitorAnswer } from '../../access/index.ts';
import { TidemarkError } from '../../base/index.ts';
import { logOutRequest } from './log-out.ts';
import { type Applicant, Membership } from './membership.ts';
import type { RunSteps } from './run-steps.ts';

/** When one of the two sessions ends within this time after the second log-in, the second log-in is the cause. In milliseconds. */
const SOON = 2 * 60_000;

interface SecondMemberOptions {
  readonly run: RunSteps;
  readonly first: Membership;
  readonly second: Applicant;
  readonly now: () => number;
}

/**
 * A second log-in to the same account: what belongs to a session shows only in another session. It logs in at
 * most once in a run, because sites lock accounts. Some sites end the first session then; in that case the first logs
 * in again, and the second session is given up.
 */
export class SecondMember {
  readonly #options: SecondMemberOptions;
  readonly #membership: Membership;
  /** Called with a sentence when the site does not allow two sessions of one account. */
  onRefused: (reason: string) => void = () => undefined;
  #joining: Promise<boolean> | null = null;
  #joinedAt = 0;
  #isLost = false;
  #arrived: VisitorAnswer | null = null;

  constructor(options: SecondMemberOptions) {
    this.#options = options;
    this.#membership = new Membership(options.run, options.second);
    options.first.onLoggedInAgain = () => this.#lose();
  }

  /** Logs in on first use. False when there is no second session, or when it has ended. */
  async isIn(): Promise<boolean> {
    const { first } = this.#options;
    if (this.#isLost || !first.isLoggedIn) return false;
    this.#joining ??= this.#join();
    return (await this.#joining) && !this.#isLost;
  }

  /** Whether a response to the second member shows that its session has ended; it then makes no further fetches. */
  async hasEnded(requested: string, answer: VisitorAnswer): Promise<boolean> {
    if (!this.#membership.isOut(requested, answer)) return false;
    if (!this.#isLost && (await this.#membership.isStillIn()) === true) return false;
    this.#lose();
    return true;
  }

  /** Called at the end of the run. A failed log-out does not fail the run. */
  async leave(): Promise<void> {
    const { run } = this.#options;
    const page = this.#arrived;
    if (run.session?.logout === undefined || page === null || this.#isLost) return;
    try {
      await this.#membership.leave(await logOutRequest(run, run.session.logout, async () => page));
    } catch (error) {
      if (!(error instanceof TidemarkError)) throw error;
    }
  }

  async #join(): Promise<boolean> {
    const { first, now } = this.#options;
    const { wayIn } = first;
    if (wayIn === null) return false;
    try {
      this.#arrived = await this.#membership.logIn(wayIn);
      this.#joinedAt = now();
      if ((await first.isStillIn()) !== false) return true;
    } catch (error) {
      if (!(error instanceof TidemarkError)) throw error;
      this.#isLost = true;
      if (error instanceof AccessError && error.decision === 'stop')
        this.onRefused('a second log-in with the same account is refused');
      return false;
    }
    if (this.#isLost) return false; // the first has logged in again meanwhile
    this.#isLost = true;
    this.onRefused('a second log-in with the same account ends the first session');
    await first.logInAgain();
    return false;
  }

  #lose(): void {
    if (this.#isLost || this.#arrived === null) return;
    this.#isLost = true;
    if (this.#options.now() - this.#joinedAt > SOON) return;
    this.onRefused('two sessions of the same account do not last beside each other');
  }
}
