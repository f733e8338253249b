import { AccessError, type VisitorAnswer } from '../../access/index.ts';
import { TidemarkError } from '../../base/index.ts';
import { phrasesOf, shareIn } from '../../track/index.ts';
import { PageVersion } from '../track/page-version.ts';
import { linkOf } from './built-in-actions.ts';
import { Membership } from './membership.ts';
import { addressIn, type RunSteps } from './run-steps.ts';
import type { StepVisitor } from './step-action.ts';

/** When one of the two sessions ends so soon after the second log-in, that was the cause. In milliseconds. */
const SOON = 2 * 60_000;
/** A share of what members see up to which none of it is there. */
const NONE_OF_IT = 0.1;

export interface SecondMemberOptions {
  readonly run: RunSteps;
  readonly first: Membership;
  /** Ask as the first member, as the second one, and as somebody who never logs in. */
  readonly asFirst: StepVisitor;
  readonly asSecond: StepVisitor;
  readonly asStranger: StepVisitor;
  readonly now: () => number;
}

/**
 * The same account, logged in once more: what belongs to a session shows only when another session looks. It logs in at
 * most once in a run, because sites lock accounts. Some sites end the first session then; this is noticed, the first logs
 * in again, and there is no second one.
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
    this.#membership = new Membership(options.run, options.asSecond);
    options.first.onLoggedInAgain = () => this.#lose();
  }

  /** Logs in when it is first needed. False when there is no second session, or none any more. */
  async isIn(): Promise<boolean> {
    const { first } = this.#options;
    if (this.#isLost || !first.isLoggedIn) return false;
    this.#joining ??= this.#join();
    return (await this.#joining) && !this.#isLost;
  }

  /** Whether an answer to the second member shows that its session has ended; then it makes no further fetches. */
  async hasEnded(requested: string, answer: VisitorAnswer): Promise<boolean> {
    if (!this.#membership.isOut(requested, answer)) return false;
    if (!this.#isLost && (await this.#membership.isStillIn())) return false;
    this.#lose();
    return true;
  }

  /** At the end of the run. That this session stays open is no reason to call the run a failure. */
  async leave(): Promise<void> {
    const { logout } = this.#options.run.session ?? {};
    if (logout === undefined || this.#arrived === null || this.#isLost) return;
    try {
      const { follow, open } = logout;
      const url = follow === undefined ? addressIn(this.#options.run, open) : linkOf(this.#arrived, follow);
      await this.#membership.leave(url);
    } catch (error) {
      if (!(error instanceof TidemarkError)) throw error;
    }
  }

  async #join(): Promise<boolean> {
    const { first, now } = this.#options;
    const { loginForm } = first;
    if (loginForm === null) return false;
    try {
      this.#arrived = await this.#membership.logIn(loginForm.page, loginForm.form);
      this.#joinedAt = now();
      if (await this.#isFirstStillIn()) return true;
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

  /**
   * Without signs of being logged in, a public page says nothing by itself. So it is compared: what the second member sees
   * there and a stranger does not, the first member has to see as well.
   */
  async #isFirstStillIn(): Promise<boolean> {
    const { first, asFirst, asSecond, asStranger } = this.#options;
    const { provenAt: url } = first;
    if (url === null) return true;
    const seen = await asFirst({ url });
    if (first.isOut(url, seen)) return false;
    if (first.hasSigns) return true;
    const [member, stranger, now] = [await asSecond({ url }), await asStranger({ url }), seen].map(
      (answer) => {
        const { shown } = PageVersion.of(answer);
        return shown === null ? new Set<string>() : phrasesOf(shown);
      },
    ) as [Set<string>, Set<string>, Set<string>];
    const onlyMembers = new Set([...member].filter((phrase) => !stranger.has(phrase)));
    return onlyMembers.size === 0 || shareIn(onlyMembers, now) > NONE_OF_IT;
  }

  #lose(): void {
    if (this.#isLost || this.#arrived === null) return;
    this.#isLost = true;
    if (this.#options.now() - this.#joinedAt > SOON) return;
    this.onRefused('two sessions of the same account do not last beside each other');
  }
}
