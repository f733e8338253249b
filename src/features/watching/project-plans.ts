import { messageOf } from '../../base/index.ts';
import type { StoredFacts } from '../../crawl/projects/stored-facts.ts';
import { unknownProject } from '../../crawl/projects/unknown-project.ts';
import { AppError } from '../../crawl/run/errors.ts';
import type { Project } from '../../crawl/tables/project.ts';
import { type Run, wasCutOff } from '../../crawl/tables/run.ts';
import { passesByItself } from '../../database/postgres/postgres-failure.ts';
import type { Store } from '../../database/store.ts';
import { type ProjectFacts, usualSchedule } from '../../project/index.ts';
import { explorationMode, lastExploration, type PlannedRun, plannedRun } from './planned-runs.ts';

/** All plans are made again this often, in milliseconds: projects are edited, other processes run them too, and clocks are set. */
const PLAN_ALL_EVERY = 60_000;
/** After planning that took t, wait at least this many times t. */
const MOST_OF_THE_TIME = 10;

interface PlanOptions {
  readonly facts: StoredFacts;
  /** The names of the projects; empty for all that have a schedule. */
  readonly names: readonly string[];
  /** Runs that were cut off go on, also in projects without a schedule. */
  readonly resumesAll: boolean;
  readonly now: () => number;
  /** When this process last began to run a project; null when it has not. */
  readonly lastTry: (project: string) => number | null;
  /** Whether a run of the project is under way in this process. */
  readonly isUnderWay: (project: string) => boolean;
  /** Called once for each error that keeps a project from being planned. */
  readonly onBroken: (project: string, error: unknown) => void;
}

/** When each project runs next. After a run only its own project is planned again: there may be thousands of others. */
export class ProjectPlans {
  readonly #options: PlanOptions;
  #runs = new Map<string, PlannedRun>();
  /** Projects whose plan is older than the end of their last run. */
  readonly #outdated = new Set<string>();
  /** Projects that cannot be planned, and why. */
  readonly #broken = new Map<string, string>();
  /** The next run of projects whose last run began in the future. */
  readonly #ahead = new Map<
    string,
    { readonly runId: number; readonly at: number; readonly since: number }
  >();
  /** When all plans were made, by the clock of the schedules and by a monotonic clock: setting the clock back must not end the planning. */
  #plannedAt: { readonly clock: number; readonly monotonic: number } | null = null;
  #planningTook = 0;
  #hasKnownAll = false;

  constructor(options: PlanOptions) {
    this.#options = options;
  }

  /** A run of the project has ended, or could not begin. */
  outdate(project: string): void {
    this.#outdated.add(project);
  }

  /** The plans of all watched projects. Throws APP_PROJECT_UNKNOWN only the first time: a project that is removed later may come back. */
  async current(store: Store, alive: () => void): Promise<readonly PlannedRun[]> {
    if (this.#areAllOld()) await this.#planAll(store, alive);
    for (const name of [...this.#outdated]) {
      if (this.#options.isUnderWay(name)) continue;
      this.#outdated.delete(name);
      await this.planAgain(store, name);
      alive();
    }
    return [...this.#runs.values()];
  }

  /** The plan of one project as it is now; null when it is not watched any more. */
  async planAgain(store: Store, name: string): Promise<PlannedRun | null> {
    const project = await store.projects.find(name);
    const latest = project === null ? null : await store.runs.latest(project.id);
    const planned = project === null ? null : await this.#planOrNull(store, project, latest);
    if (planned === null) this.#runs.delete(name);
    else this.#runs.set(name, planned);
    return planned;
  }

  #areAllOld(): boolean {
    if (this.#plannedAt === null) return true;
    const { clock, monotonic } = this.#plannedAt;
    const age = Math.max(Math.abs(this.#options.now() - clock), performance.now() - monotonic);
    return age >= Math.max(PLAN_ALL_EVERY, MOST_OF_THE_TIME * this.#planningTook);
  }

  async #planAll(store: Store, alive: () => void): Promise<void> {
    const began = performance.now();
    const underWay = [...this.#runs.keys()].filter((name) => this.#options.isUnderWay(name));
    const projects = await this.#watched(store);
    const latest = await store.runs.latestOfAll();
    const runs = new Map<string, PlannedRun>();
    for (const project of projects) {
      const planned = await this.#planOrNull(store, project, latest.get(project.id) ?? null);
      if (planned !== null) runs.set(project.name, planned);
      alive();
    }
    this.#runs = runs;
    // A run that ended meanwhile may have been seen as under way, and would begin once more.
    for (const name of underWay) this.#outdated.add(name);
    this.#plannedAt = { clock: this.#options.now(), monotonic: performance.now() };
    this.#planningTook = performance.now() - began;
  }

  async #watched(store: Store): Promise<readonly Project[]> {
    const all = await store.projects.list();
    const { names } = this.#options;
    if (names.length === 0) return all;
    const unknown = names.find((name) => all.every((project) => project.name !== name));
    if (unknown !== undefined && !this.#hasKnownAll)
      throw new AppError('APP_PROJECT_UNKNOWN', await unknownProject(store, unknown));
    this.#hasKnownAll = true;
    return names.flatMap((name) => all.filter((project) => project.name === name));
  }

  /** One project that cannot be planned must not stop the others. */
  async #planOrNull(store: Store, project: Project, latest: Run | null): Promise<PlannedRun | null> {
    try {
      const planned = await this.#plan(store, project, latest);
      this.#broken.delete(project.name);
      return planned;
    } catch (error) {
      if (passesByItself(error)) throw error;
      const message = messageOf(error);
      if (this.#broken.get(project.name) !== message) this.#options.onBroken(project.name, error);
      this.#broken.set(project.name, message);
      return null;
    }
  }

  async #plan(store: Store, project: Project, latest: Run | null): Promise<PlannedRun | null> {
    const { names, resumesAll, now, lastTry } = this.#options;
    const facts = await this.#options.facts.of(project);
    if (names.length > 0 || (facts?.schedule ?? null) !== null)
      return this.#steady(
        await plannedRun(store, project, now(), { facts, latest, lastTry: lastTry(project.name) }),
        latest,
      );
    return resumesAll ? this.#resumption(store, project, facts, latest) : null;
  }

  /**
   * A run that began in the future was started while the clock was ahead. Its next time would be computed from now at every call, and never come, so
   * the first answer is kept. It is computed again if the clock is set back further.
   */
  #steady(planned: PlannedRun, latest: Run | null): PlannedRun {
    const { project } = planned;
    const now = this.#options.now();
    if (latest === null || latest.startedAt <= now || planned.dueAt === null) {
      this.#ahead.delete(project);
      return planned;
    }
    const known = this.#ahead.get(project);
    if (known?.runId === latest.id && known.since <= now)
      return { ...planned, at: known.at, dueAt: known.at };
    if (planned.at !== null) this.#ahead.set(project, { runId: latest.id, at: planned.at, since: now });
    return planned;
  }

  /** Runs and explorations that were cut off go on, however they were started. */
  async #resumption(
    store: Store,
    project: Project,
    facts: ProjectFacts | null,
    latest: Run | null,
  ): Promise<PlannedRun | null> {
    const tried = this.#options.lastTry(project.name) ?? 0;
    const explored = explorationMode(facts) === 'never' ? null : await lastExploration(store, project.id);
    const begins =
      latest !== null && wasCutOff(latest) && tried <= latest.startedAt
        ? 'crawl'
        : explored?.wasBrokenOff === true && tried < explored.startedAt
          ? 'exploration'
          : null;
    if (begins === null) return null;
    return {
      project: project.name,
      schedule: usualSchedule,
      isScheduled: false,
      onlyDue: false,
      begins,
      at: this.#options.now(),
      dueAt: null,
    };
  }
}
