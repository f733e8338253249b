import type { Redactor, VisitorAnswer } from '../../access/index.ts';
import {
  type Arrival,
  enterStep,
  linkOf,
  logoutLinks,
  type StepVisitor,
  stepFailure,
} from '../../crawl/index.ts';
import { addressOf, nameOfStep, type ProjectDefinition, type StepEntry } from '../../project/index.ts';
import { formPlan } from './form-plan.ts';
import type { Membership } from './membership.ts';
import type { ProjectSecrets } from './project-secrets.ts';

/** A project without steps has one: collect from the source on. */
export function stepsOf({ steps, source }: ProjectDefinition): readonly StepEntry[] {
  return steps === undefined || steps.length === 0 ? [{ open: source.url }] : steps;
}

/**
 * The ways into the steps of a project. What a step needs of those before it (the page where they ended, the log-in) is
 * done again when this run of the program has not done it: after an interruption no page is remembered, only the step.
 */
export class StepEntrances {
  readonly #project: ProjectDefinition;
  readonly #secrets: ProjectSecrets;
  readonly #membership: Membership;
  readonly #visit: StepVisitor;
  readonly #endedAt = new Map<number, VisitorAnswer>();
  readonly #logouts = new Set<string>();

  /** `visit` asks as a member, once the membership has begun. */
  constructor(
    project: ProjectDefinition,
    secrets: ProjectSecrets,
    membership: Membership,
    visit: StepVisitor,
  ) {
    this.#project = project;
    this.#secrets = secrets;
    this.#membership = membership;
    this.#visit = visit;
  }

  /** Logs in, if that comes before the step. Throws CRAWL_STEP_FAILED. */
  async logInFor(place: number): Promise<void> {
    if (this.#membership.isLoggedIn) return;
    const { session } = this.#project;
    const login = session?.login;
    const { loginStep } = this.#membership;
    if (loginStep !== null) {
      if (loginStep < place) await this.enter(loginStep);
      return;
    }
    try {
      if (login !== undefined && 'open' in login)
        this.#learnLogouts(await this.#membership.logIn(addressOf(this.#project, login), login.form));
      else if (session !== undefined) await this.#membership.watch();
    } catch (error) {
      throw stepFailure(`before ${nameOfStep(this.#project, 0)}`, error, this.#redactor);
    }
  }

  /** Takes the way into a step. Throws CRAWL_STEP_FAILED, which names the step. */
  async enter(place: number): Promise<readonly Arrival[]> {
    const step = stepsOf(this.#project)[place] ?? {};
    const opens = step.open !== undefined || place === 0;
    const before = opens ? null : await this.endOf(place - 1);
    const open = opens ? addressOf(this.#project, step) : null;
    try {
      const arrivals =
        place === this.#membership.loginStep
          ? await this.#logIn(step, open, before)
          : await enterStep(
              {
                open,
                follow: step.follow ?? null,
                form: step.form === undefined ? null : formPlan(step.form, this.#secrets),
              },
              before,
              this.#visit,
            );
      const last = arrivals.at(-1);
      if (last !== undefined) this.#endedAt.set(place, last.page);
      for (const { page } of arrivals) this.#learnLogouts(page);
      return arrivals;
    } catch (error) {
      throw stepFailure(nameOfStep(this.#project, place), error, this.#redactor);
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

  #learnLogouts(page: VisitorAnswer): void {
    for (const url of logoutLinks(page)) this.#logouts.add(url);
  }

  async #logIn(
    { follow, form = {} }: StepEntry,
    open: string | null,
    before: VisitorAnswer | null,
  ): Promise<readonly Arrival[]> {
    const linked = before === null || follow === undefined ? before?.url : linkOf(before, follow);
    const page = await this.#membership.logIn(open ?? linked ?? this.#project.source.url, form);
    return [{ page, hasAddress: true }];
  }

  /** What the project does at the very end, when all is kept. */
  async logOut(): Promise<void> {
    const { logout } = this.#project.session ?? {};
    if (logout === undefined) return;
    try {
      const { follow } = logout;
      const url =
        follow === undefined ? addressOf(this.#project, logout) : linkOf(await this.#lastPage(), follow);
      await this.#membership.leave(url);
    } catch (error) {
      throw stepFailure('log-out', error, this.#redactor);
    }
  }

  /** After an interruption that is the page that came after the log-in: it has the same links. */
  async #lastPage(): Promise<VisitorAnswer> {
    return [...this.#endedAt.values()].at(-1) ?? (await this.endOf(stepsOf(this.#project).length - 1));
  }

  get #redactor(): Redactor {
    return this.#secrets.redactor;
  }
}
