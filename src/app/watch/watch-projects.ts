import { AtMost, TidemarkError } from '../../base/index.ts';
import { usualSchedule } from '../../project/index.ts';
import type { Project, Store } from '../../store/index.ts';
import { AppError } from '../errors.ts';
import type { ExplorationHandle, KeptExploration } from '../explorations/exploration-handle.ts';
import { unknownProject } from '../projects/unknown-project.ts';
import type { RunEnding, RunHandle, RunRequest, RunSurroundings } from '../run/run-request.ts';
import { startRun } from '../run/start-run.ts';
import type { Clock } from '../site/allowed-hours.ts';
import { KeptPlans } from './kept-plans.ts';
import { explorationMode, isExplorationDue } from './planned-explorations.ts';
import { definitionOf, type PlannedRun, plannedRun } from './planned-runs.ts';
import { ReadDefinitions } from './read-definitions.ts';
import { StoreWhileNeeded } from './store-while-needed.ts';

/** Projects that run at the same time. */
const MOST_AT_ONCE = 4;
/** Projects are edited, other processes run them too, and computers sleep: plans are made anew this often, in milliseconds. */
const LONGEST_SLEEP = 60_000;
/** How long to wait while another process is writing to the data folder, in milliseconds. */
const WHILE_LOCKED = 15_000;

/** What happens while projects are watched. */
export type WatchEvent =
  | { readonly event: 'planned'; readonly runs: readonly PlannedRun[] }
  | { readonly event: 'started'; readonly run: RunHandle }
  | { readonly event: 'ended'; readonly run: RunHandle; readonly ending: RunEnding; readonly store: Store }
  | { readonly event: 'exploring'; readonly exploration: ExplorationHandle }
  | {
      readonly event: 'explored';
      readonly kept: KeptExploration;
      readonly project: string;
      readonly store: Store;
    }
  | { readonly event: 'failed'; readonly project: string; readonly error: unknown }
  /** Another process is writing; the run is tried again. */
  | { readonly event: 'locked'; readonly project: string; readonly message: string };

export interface WatchParts {
  /** Opens the database: for writing only while something runs, so that other commands can write in between. */
  readonly open: (access: 'read' | 'write') => Promise<Store>;
  readonly surroundings: (store: Store) => RunSurroundings;
  /** Starts a run. Default: in this process. */
  readonly start?: (request: RunRequest) => Promise<RunHandle>;
  /** Projects that run at the same time. Default: 4. */
  readonly mostAtOnce?: () => number;
  /** The names of the projects; empty for all that have a schedule. */
  readonly projects: readonly string[];
  /** Runs what is due now, and returns when that has ended. */
  readonly once: boolean;
  readonly clock: Clock;
  /** Aborting pauses the active runs and explorations, and ends the watch. */
  readonly signal: AbortSignal;
  /** Called in order; the watch goes on when it returns. */
  readonly onEvent: (event: WatchEvent) => Promise<void> | void;
}

/** Crawls and explores projects when their schedules say so (B10), never twice at once for one project. Throws APP_PROJECT_UNKNOWN. */
export async function watchProjects(parts: WatchParts): Promise<void> {
  await new Watch(parts).run();
}

class Watch {
  readonly #parts: WatchParts;
  readonly #writer: StoreWhileNeeded;
  readonly #active = new Map<string, Promise<void>>();
  /** When this process last tried to run a project. */
  readonly #tries = new Map<string, number>();
  /** Runs may take place elsewhere; browsers are here. */
  readonly #explorations = new AtMost(MOST_AT_ONCE);
  readonly #definitions = new ReadDefinitions();
  readonly #plans = new KeptPlans(() => this.#plan());
  /** Until when not to ask for the right to write again. */
  #lockedUntil = 0;

  constructor(parts: WatchParts) {
    this.#parts = parts;
    this.#writer = new StoreWhileNeeded(() => parts.open('write'));
  }

  async run(): Promise<void> {
    const { signal, once, clock, onEvent, mostAtOnce = () => MOST_AT_ONCE } = this.#parts;
    try {
      while (!signal.aborted) {
        const before = new Set(this.#active.keys());
        const runs = await this.#plans.plans(before);
        await onEvent({ event: 'planned', runs });
        const now = clock.now();
        const due = runs.filter(
          ({ project, at }) => at !== null && at <= now && !before.has(project) && !this.#active.has(project),
        );
        // A run that ended while plans were made may have been seen as under way, and would begin once more.
        const hasEnded = [...before].some((project) => !this.#active.has(project));
        const isLocked = now < this.#lockedUntil;
        if (once && !hasEnded && due.length === 0 && this.#active.size === 0) return;
        for (const planned of isLocked ? [] : due.slice(0, Math.max(mostAtOnce() - this.#active.size, 0)))
          this.#begin(planned);
        if (!hasEnded) await this.#wait(isLocked && due.length > 0 ? this.#lockedUntil : nextOf(runs, now));
      }
    } finally {
      await Promise.all(this.#active.values());
    }
  }

  async #plan(): Promise<readonly PlannedRun[]> {
    const { open, clock, projects: names } = this.#parts;
    const store = await open('read');
    try {
      const latest = await store.runs.latestOfAll();
      const runs: PlannedRun[] = [];
      for (const project of await this.#watched(store)) {
        const file = await this.#definitions.of(project);
        if (names.length === 0 && file?.schedule === undefined) continue;
        const lastTry = this.#tries.get(project.name) ?? null;
        const situation = { file, lastTry, latest: latest.get(project.id) ?? null };
        runs.push(await plannedRun(store, project, clock.now(), situation));
      }
      return runs;
    } finally {
      await store.close();
    }
  }

  async #watched(store: Store): Promise<readonly Project[]> {
    const all = await store.projects.list();
    const { projects: names } = this.#parts;
    if (names.length === 0) return all;
    const unknown = names.find((name) => all.every((project) => project.name !== name));
    if (unknown !== undefined)
      throw new AppError('APP_PROJECT_UNKNOWN', await unknownProject(store, unknown));
    return names.flatMap((name) => all.filter((project) => project.name === name));
  }

  #begin({ project, begins }: PlannedRun): void {
    this.#plans.begun(project);
    this.#tries.set(project, this.#parts.clock.now());
    const visit = this.#writer
      .use(async (store) => {
        if (begins === 'exploration' || (await this.#crawl(store, project)))
          await this.#explorations.do(() => this.#explore(store, project));
      })
      .catch((error: unknown) => this.#failed(project, error))
      .finally(() => this.#active.delete(project));
    this.#active.set(project, visit);
  }

  /** Returns whether the project is to be explored now. */
  async #crawl(store: Store, project: string): Promise<boolean> {
    const { surroundings, start, onEvent, clock, signal } = this.#parts;
    const known = await store.projects.find(project);
    const file = known === null ? null : await definitionOf(known);
    const schedule = file?.schedule ?? usualSchedule;
    const request = { project, url: null, onlyDue: schedule.kind === 'due' };
    const run = await (start?.(request) ?? startRun(surroundings(store), request));
    const ending = await this.#untilAborted(
      () => run.pause(),
      async () => {
        await onEvent({ event: 'started', run });
        const ended = await run.ended;
        await onEvent({ event: 'ended', run, ending: ended, store });
        return ended;
      },
    );
    if (ending.state !== 'finished' || explorationMode(file) !== 'after' || known === null) return false;
    const [last] = await store.explorations.list(known.id);
    return !signal.aborted && isExplorationDue(schedule, last ?? null, clock.now());
  }

  async #explore(store: Store, project: string): Promise<void> {
    const { surroundings, onEvent, clock } = this.#parts;
    this.#tries.set(project, clock.now());
    const { startExploration } = await import('../explorations/start-exploration.ts');
    const entering = new AbortController();
    await this.#untilAborted(
      () => entering.abort(),
      async () => {
        const exploration = await startExploration(surroundings(store), {
          ...{ project, url: null, signal: entering.signal },
        });
        await onEvent({ event: 'exploring', exploration });
        await onEvent({ event: 'explored', project, kept: await exploration.ended, store });
      },
    );
  }

  /** Calls `stop` when the watch is to end before the work has. */
  async #untilAborted<T>(stop: () => void, work: () => Promise<T>): Promise<T> {
    const { signal } = this.#parts;
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    try {
      return await work();
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }

  async #failed(project: string, error: unknown): Promise<void> {
    const { clock, onEvent } = this.#parts;
    if (!(error instanceof TidemarkError) || error.code !== 'STORE_LOCKED')
      return onEvent({ event: 'failed', project, error });
    // The run never began, so it is due as before.
    this.#tries.delete(project);
    this.#lockedUntil = clock.now() + WHILE_LOCKED;
    return onEvent({ event: 'locked', project, message: error.message });
  }

  /** Waits for a time, or until one of the active runs ends. */
  async #wait(until: number): Promise<void> {
    const { clock, signal } = this.#parts;
    const waking = new AbortController();
    const wake = () => waking.abort();
    signal.addEventListener('abort', wake, { once: true });
    if (signal.aborted) wake();
    const ms = Math.min(Math.max(until - clock.now(), 0), this.#plans.incompleteFor || LONGEST_SLEEP);
    await Promise.race([clock.sleep(ms, waking.signal), ...this.#active.values()]);
    signal.removeEventListener('abort', wake);
    wake();
  }
}

/** The time of the first run that is not due yet. */
function nextOf(runs: readonly PlannedRun[], now: number): number {
  return Math.min(...runs.flatMap(({ at }) => (at === null || at <= now ? [] : [at])), now + LONGEST_SLEEP);
}
