import type { Redactor, VisitorAnswer } from '../../access/index.ts';
import type { SessionEntry, StepEntry } from '../../project/index.ts';
import { linkOf } from './built-in-actions.ts';
import { logOutRequest, logoutLinks } from './log-out.ts';
import type { Membership, WayIn } from './membership.ts';
import { addressIn, type RunSteps } from './run-steps.ts';
import type { Arrival, StepAction, StepVisitor } from './step-action.ts';
import { takeActions } from './step-actions.ts';
import { nameOfStep, stepFailure } from './step-error.ts';

/**
 * Opens the first pages of a run's steps. What a step needs from earlier steps (the page where they ended, the log-in) is
 * repeated when this process has not done it: an interrupted run stores its step, but no page.
 */
export class StepNavigator {
  readonly #run: RunSteps;
  readonly #membership: Membership;
  readonly #visit: StepVisitor;
  readonly #actions: readonly StepAction<never>[];
  readonly #endedAt = new Map<number, VisitorAnswer>();
  readonly #logouts = new Set<string>();

  /** `visit` is logged in once the membership has begun. */
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

  /** Logs in, if the log-in comes before this step. Throws CRAWL_STEP_FAILED. */
  async logInFor(index: number): Promise<void> {
    if (this.#membership.isLoggedIn) return;
    const { session } = this.#run;
    const login = session?.login;
    const { loginStep } = this.#membership;
    if (loginStep !== null) {
      if (loginStep < index) await this.enter(loginStep);
      return;
    }
    try {
      if (login !== undefined && ('open' in login || 'json' in login))
        this.#learnLogouts(await this.#membership.logIn(wayIn(this.#run, login)));
      else if (session !== null) await this.#membership.watch();
    } catch (error) {
      throw stepFailure(`before ${this.#name(0)}`, error, this.#redactor);
    }
  }

  /** Takes the actions of a step. Throws CRAWL_STEP_FAILED, which names the step. */
  async enter(index: number): Promise<readonly Arrival[]> {
    const step = this.#stepAt(index);
    const before = step.open === undefined ? await this.endOf(index - 1) : null;
    const { source, secrets } = this.#run;
    try {
      const arrivals =
        index === this.#membership.loginStep
          ? await this.#logIn(index, before)
          : await takeActions(step, this.#actions, { source, secrets, page: before, visit: this.#visit });
      const last = arrivals.at(-1);
      if (last !== undefined) this.#endedAt.set(index, last.page);
      for (const { page } of arrivals) this.#learnLogouts(page);
      return arrivals;
    } catch (error) {
      throw stepFailure(this.#name(index), error, this.#redactor);
    }
  }

  /** The page where a step ended. */
  async endOf(index: number): Promise<VisitorAnswer> {
    const known = this.#endedAt.get(index);
    if (known !== undefined) return known;
    await this.enter(index);
    return this.endOf(index);
  }

  /** Whether a page seen so far has a "log out" link to this URL. */
  logsOut(url: string): boolean {
    return this.#logouts.has(url);
  }

  /** Called at the very end, when everything is stored. */
  async logOut(): Promise<void> {
    const { logout } = this.#run.session ?? {};
    if (logout === undefined) return;
    try {
      await this.#membership.leave(await logOutRequest(this.#run, logout, () => this.#lastPage()));
    } catch (error) {
      throw stepFailure('log-out', error, this.#redactor);
    }
  }

  /** The first step opens the source, unless it has an address. */
  #stepAt(index: number): StepEntry {
    const step = this.#run.steps[index] ?? {};
    return index > 0 || step.open !== undefined ? step : { ...step, open: this.#run.source };
  }

  /** Some sites ask for the user on one page and for the password on the next: the previous steps then belong to the log-in. */
  async #logIn(index: number, before: VisitorAnswer | null): Promise<readonly Arrival[]> {
    // While a step collects pages, its first page becomes outdated, and so do the tokens of its forms.
    let fresh = this.#run.steps[index - 1]?.collect === false ? before : null;
    const open = (ask: StepVisitor) => {
      const from = fresh;
      fresh = null;
      return this.#loginPage(index, from, ask);
    };
    const { form = {} } = this.#stepAt(index);
    return [{ page: await this.#membership.logIn({ open, form }), hasAddress: true }];
  }

  async #loginPage(index: number, before: VisitorAnswer | null, ask: StepVisitor): Promise<VisitorAnswer> {
    const { open, follow } = this.#stepAt(index);
    if (open !== undefined) return ask({ url: addressIn(this.#run, open) });
    const page = before ?? (await this.#walkTo(index - 1, ask));
    return follow === undefined ? page : ask({ url: linkOf(page, follow) });
  }

  /** Takes the actions of a step again, and those of the steps that lead to it. */
  async #walkTo(index: number, visit: StepVisitor): Promise<VisitorAnswer> {
    const step = this.#stepAt(index);
    const page = step.open === undefined ? await this.#walkTo(index - 1, visit) : null;
    const { source, secrets } = this.#run;
    const [first, ...others] = await takeActions(step, this.#actions, { source, secrets, page, visit });
    return (others.at(-1) ?? first).page;
  }

  /** After an interruption this is the page after the log-in, which has the same links. */
  async #lastPage(): Promise<VisitorAnswer> {
    return [...this.#endedAt.values()].at(-1) ?? (await this.endOf(this.#run.steps.length - 1));
  }

  #learnLogouts(page: VisitorAnswer): void {
    for (const url of logoutLinks(page)) this.#logouts.add(url);
  }

  #name(index: number): string {
    return nameOfStep(this.#run, index);
  }

  get #redactor(): Redactor {
    return this.#run.secrets.redactor;
  }
}

type OwnLogin = Extract<NonNullable<SessionEntry['login']>, { open: string } | { json: unknown }>;

function wayIn(run: RunSteps, login: OwnLogin): WayIn {
  if ('json' in login) return login;
  const { open, form } = login;
  return { open: (ask) => ask({ url: addressIn(run, open) }), form };
}
