import type { Redactor, VisitorAnswer } from '../../access/index.ts';
import type { StepEntry } from '../../project/index.ts';
import { linkOf } from './built-in-actions.ts';
import { logoutLinks } from './logout-links.ts';
import type { Membership } from './membership.ts';
import { addressIn, type RunSteps } from './run-steps.ts';
import type { Arrival, StepAction, StepVisitor } from './step-action.ts';
import { takeActions } from './step-actions.ts';
import { nameOfStep, stepFailure } from './step-error.ts';

/**
 * The ways into the steps of a run. What a step needs of those before it (the page where they ended, the log-in) is done
 * again when this process has not done it: after an interruption only the step is remembered, no page.
 */
export class StepEntrances {
  readonly #run: RunSteps;
  readonly #membership: Membership;
  readonly #visit: StepVisitor;
  readonly #actions: readonly StepAction<never>[];
  readonly #endedAt = new Map<number, VisitorAnswer>();
  readonly #logouts = new Set<string>();

  /** `visit` asks as a member, once the membership has begun. */
  constructor(
    run: RunSteps,
    membership: Membership,
    visit: StepVisitor,
    actions: readonly StepAction<never>[],
  ) {
    this.#run = run;
    this.#membership = membership;
    this.#visit = visit;
    this.#actions = actions;
  }

  /** Logs in, if that comes before the step. Throws CRAWL_STEP_FAILED. */
  async logInFor(place: number): Promise<void> {
    if (this.#membership.isLoggedIn) return;
    const { session } = this.#run;
    const login = session?.login;
    const { loginStep } = this.#membership;
    if (loginStep !== null) {
      if (loginStep < place) await this.enter(loginStep);
      return;
    }
    try {
      if (login !== undefined && 'open' in login)
        this.#learnLogouts(await this.#membership.logIn(addressIn(this.#run, login.open), login.form));
      else if (session !== null) await this.#membership.watch();
    } catch (error) {
      throw stepFailure(`before ${this.#name(0)}`, error, this.#redactor);
    }
  }

  /** Takes the way into a step. Throws CRAWL_STEP_FAILED, which names the step. */
  async enter(place: number): Promise<readonly Arrival[]> {
    const step = this.#stepAt(place);
    const before = step.open === undefined ? await this.endOf(place - 1) : null;
    const { source, secrets } = this.#run;
    try {
      const arrivals =
        place === this.#membership.loginStep
          ? await this.#logIn(step, before)
          : await takeActions(step, this.#actions, { source, secrets, page: before, visit: this.#visit });
      const last = arrivals.at(-1);
      if (last !== undefined) this.#endedAt.set(place, last.page);
      for (const { page } of arrivals) this.#learnLogouts(page);
      return arrivals;
    } catch (error) {
      throw stepFailure(this.#name(place), error, this.#redactor);
    }
  }

  /** The page where a step ended. */
  async endOf(place: number): Promise<VisitorAnswer> {
    const known = this.#endedAt.get(place);
    if (known !== undefined) return known;
    await this.enter(place);
    return this.endOf(place);
  }

  /** Whether a link of a page that was seen on the way is called "log out" and leads here. */
  logsOut(url: string): boolean {
    return this.#logouts.has(url);
  }

  /** What the project does at the very end, when all is kept. */
  async logOut(): Promise<void> {
    const { logout } = this.#run.session ?? {};
    if (logout === undefined) return;
    try {
      const { follow, open } = logout;
      const url = follow === undefined ? addressIn(this.#run, open) : linkOf(await this.#lastPage(), follow);
      await this.#membership.leave(url);
    } catch (error) {
      throw stepFailure('log-out', error, this.#redactor);
    }
  }

  /** The first step begins at the source, unless it says otherwise. */
  #stepAt(place: number): StepEntry {
    const step = this.#run.steps[place] ?? {};
    return place > 0 || step.open !== undefined ? step : { ...step, open: this.#run.source };
  }

  async #logIn(
    { open, follow, form = {} }: StepEntry,
    before: VisitorAnswer | null,
  ): Promise<readonly Arrival[]> {
    const linked = before === null || follow === undefined ? before?.url : linkOf(before, follow);
    const address = open === undefined ? (linked ?? this.#run.source) : addressIn(this.#run, open);
    return [{ page: await this.#membership.logIn(address, form), hasAddress: true }];
  }

  /** After an interruption that is the page that came after the log-in: it has the same links. */
  async #lastPage(): Promise<VisitorAnswer> {
    return [...this.#endedAt.values()].at(-1) ?? (await this.endOf(this.#run.steps.length - 1));
  }

  #learnLogouts(page: VisitorAnswer): void {
    for (const url of logoutLinks(page)) this.#logouts.add(url);
  }

  #name(place: number): string {
    return nameOfStep(this.#run, place);
  }

  get #redactor(): Redactor {
    return this.#run.secrets.redactor;
  }
}
