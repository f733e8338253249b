import { ConcurrencyLimit, messageOf, type Supervisor, TidemarkError } from '../../base/index.ts';
import { StoredFacts } from '../../crawl/projects/stored-facts.ts';
import { isWithdrawn } from '../../crawl/run/errors.ts';
import {
  type ExplorationEnding,
  type ExplorationHandle,
  explorations,
  type ScheduledExploration,
} from '../../crawl/run/explorations.ts';
import type { RunDependencies, RunEnding, RunHandle, RunRequest } from '../../crawl/run/run-request.ts';
import { startRun } from '../../crawl/run/start-run.ts';
import type { Clock } from '../../crawl/site/allowed-hours.ts';
import { passesByItself } from '../../database/postgres/postgres-failure.ts';
import type { Store } from '../../database/store.ts';
import { usualSchedule } from '../../project/index.ts';
import { explorationMode, isExplorationDue, lastExploration, type PlannedRun } from './planned-runs.ts';
import { ProjectPlans } from './project-plans.ts';

/** Projects that run at the same time. */
const MOST_AT_ONCE = 4;
/** Projects whose plans are checked at the same time, just before they begin: fewer than a pool has connections. */
const STARTS_AT_ONCE = 4;
/** How long a run keeps its place, in milliseconds, while projects of another user have none. It goes on when it is its turn again. */
const LONGEST_TURN = 10 * 60_000;
/** The longest time between two rounds, in milliseconds: clocks are set, and computers sleep. */
const LONGEST_SLEEP = 60_000;

/** A connection that is cut without notice hangs: after this time, in milliseconds, the plans are made over another connection. */
const LONGEST_SILENCE = 120_000;

/** When to try again, in milliseconds. Each pause is twice as long as the one before, up to `longest`. */
const PAUSES = {
  /** Another process is writing to the data folder, or runs the project. */
  locked: { first: 15_000, longest: 15_000 },
  /** The database is away, or the disk is full. */
  passing: { first: 2000, longest: 60_000 },
  /** The project cannot run as it is: a secret is missing, or its file is wrong. No request was sent to its site. */
  broken: { first: 5 * 60_000, longest: 3_600_000 },
} as const;
/** With `once`, the tries before a database that is away is given up. */
const MOST_TRIES_ONCE = 5;

/** What happens while projects are watched. */
export type WatchEvent =
  /** All watched projects, including those under way. */
  | { readonly event: 'planned'; readonly runs: readonly PlannedRun[] }
  /** `lateBy`: milliseconds between its planned time and its start. */
  | { readonly event: 'started'; readonly run: RunHandle; readonly lateBy: number }
  | { readonly event: 'ended'; readonly run: RunHandle; readonly ending: RunEnding; readonly store: Store }
  | { readonly event: 'exploring'; readonly exploration: ExplorationHandle }
  | {
      readonly event: 'explored';
      readonly kept: ExplorationEnding;
      readonly project: string;
      readonly store: Store;
    }
  /** The first of equal failures in a row. `retryAt` is null when the schedule decides. */
  | {
      readonly event: 'failed';
      readonly project: string;
      readonly error: unknown;
      readonly retryAt: number | null;
    }
  /** Another process is writing; the run is tried again. */
  | { readonly event: 'locked'; readonly project: string; readonly message: string };

interface WatchParts {
  /** Opens the database: for writing only while something runs, so that other commands can write in between. */
  readonly open: (access: 'read' | 'write') => Promise<Store>;
  readonly dependencies: (store: Store) => RunDependencies;
  /** Starts a run. Default: in this process. */
  readonly start?: (request: RunRequest) => Promise<RunHandle>;
  /** Starts an exploration. Default: in this thread. */
  readonly explore?: (request: ScheduledExploration) => Promise<ExplorationHandle>;
  /** Projects that run at the same time. Default: 4. */
  readonly mostAtOnce?: () => number;
  /** The names of the projects; empty for all that have a schedule. */
  readonly projects: readonly string[];
  /** Goes on with everything that was cut off, also in projects without a schedule. Default: false. */
  readonly resumesAll?: boolean;
  /** Whether this process runs or explores the project for another reason. Default: it does not. */
  readonly isUnderWay?: (project: string) => boolean;
  /** What the files of projects say. Default: read in this thread. */
  readonly facts?: StoredFacts;
  readonly clock: Clock;
  /** Aborting pauses the active runs and explorations, and ends the watch. */
  readonly signal: AbortSignal;
  /** Called in order; the watch waits until it returns. What it throws after a run does not change the run. */
  readonly onEvent: (event: WatchEvent) => Promise<void> | void;
}

/** A start that failed, and when it is repeated. */
interface FailedStart {
  readonly project: string;
  readonly kind: keyof typeof PAUSES;
  /** When the run was due, in milliseconds since 1970. */
  readonly dueAt: number;
  readonly tries: number;
  readonly retryAt: number;
  readonly message: string;
}

/** Crawls and explores projects when their schedules say so, never twice at once for one project. */
export class ProjectWatch {
  readonly #parts: WatchParts;
  readonly #writer: StoreWhileNeeded;
  readonly #active = new Map<string, Promise<void>>();
  /** When this process last began to run a project. */
  readonly #tries = new Map<string, number>();
  /** Projects whose run or exploration has begun, of those that are active. */
  readonly #begun = new Set<string>();
  /** Crawls under way, and since when they have their place. */
  readonly #turns = new Map<string, { readonly run: RunHandle; readonly since: number }>();
  /** Projects that gave way to others before their run had ended, and when. */
  readonly #gaveWay = new Map<string, number>();
  readonly #failedStarts = new Map<string, FailedStart>();
  readonly #starts = new ConcurrencyLimit(STARTS_AT_ONCE);
  /** Limits explorations: runs may take place elsewhere, but browsers run here. */
  readonly #explorations = new ConcurrencyLimit(MOST_AT_ONCE);
  readonly #plans: ProjectPlans;
  readonly #facts: StoredFacts;
  #wake: () => void = () => undefined;
  /** The plans of the last round. */
  #lastPlans: readonly PlannedRun[] = [];

  constructor(parts: WatchParts) {
    const { clock, projects: names, resumesAll = false, isUnderWay = () => false } = parts;
    this.#parts = parts;
    this.#writer = new StoreWhileNeeded(() => parts.open('write'));
    this.#facts = parts.facts ?? new StoredFacts();
    this.#plans = new ProjectPlans({
      names,
      resumesAll,
      now: clock.now,
      facts: this.#facts,
      lastTry: (project) => this.#lastTry(project),
      isUnderWay: (project) => this.#active.has(project) || isUnderWay(project),
      onBroken: (project, error) => void parts.onEvent({ event: 'failed', project, error, retryAt: null }),
    });
  }

  /** Watches until the supervisor stops. */
  start(supervisor: Supervisor): void {
    const task = supervisor.start({
      name: 'schedules',
      longestSilence: LONGEST_SILENCE,
      round: ({ alive }) => this.round(alive),
    });
    this.#wake = () => task.wake();
  }

  /** Runs what is due now, and returns when that has ended. Throws APP_PROJECT_UNKNOWN, and what planning throws. */
  async once(): Promise<void> {
    const { clock, signal } = this.#parts;
    while (!signal.aborted) {
      const waking = new AbortController();
      this.#wake = () => waking.abort();
      const next = await this.round();
      const isRepeated = [...this.#failedStarts.values()].some(
        ({ kind, tries }) => kind === 'locked' || (kind === 'passing' && tries < MOST_TRIES_ONCE),
      );
      const isDue = this.#lastPlans.some(({ at }) => at !== null && at <= clock.now());
      if (this.#active.size === 0 && !isRepeated && !isDue) break;
      const woken = AbortSignal.any([waking.signal, signal]);
      await Promise.race([clock.sleep(Math.max(next - clock.now(), 0), woken), ...this.#active.values()]);
    }
    await this.ended();
  }

  /** Begins what is due. Returns when there may be more, in milliseconds since 1970. */
  async round(alive: () => void = () => undefined): Promise<number> {
    const { clock, onEvent, signal, mostAtOnce = () => MOST_AT_ONCE, isUnderWay = () => false } = this.#parts;
    const runs = await this.#planned(alive);
    this.#lastPlans = runs;
    await onEvent({ event: 'planned', runs });
    const now = clock.now();
    const due = runs
      .filter(
        ({ project, at }) => at !== null && at <= now && !this.#active.has(project) && !isUnderWay(project),
      )
      // Those that have waited longest come first: otherwise a busy machine would never reach the last ones.
      .toSorted((a, b) => this.#dueSince(a) - this.#dueSince(b));
    const free = Math.max(mostAtOnce() - this.#active.size, 0);
    if (!signal.aborted) await this.#beginInTurn(due, free);
    const next = runs.flatMap(({ at }) => (at === null || at <= now ? [] : [at]));
    return Math.min(...next, now + LONGEST_SLEEP);
  }

  #dueSince({ project, dueAt }: PlannedRun): number {
    return this.#gaveWay.get(project) ?? dueAt ?? 0;
  }

  /** Begins as many as have a place, those of users with the fewest places first; all that wait are in the order of `due`. */
  async #beginInTurn(due: readonly PlannedRun[], free: number): Promise<void> {
    if (due.length <= free) {
      for (const planned of due) this.#begin(planned);
      return;
    }
    const owners = await this.#owners();
    const held = new Map<number | undefined, number>();
    const take = (owner: number | undefined) => held.set(owner, (held.get(owner) ?? 0) + 1);
    for (const project of this.#active.keys()) take(owners.get(project));
    const waiting = Map.groupBy(due, ({ project }) => owners.get(project));
    for (let place = 0; place < free; place++) {
      const [owner, list] = [...waiting].reduce((best, each) =>
        (held.get(each[0]) ?? 0) < (held.get(best[0]) ?? 0) ? each : best,
      );
      const [next, ...rest] = list;
      if (next === undefined) break;
      this.#begin(next);
      take(owner);
      if (rest.length === 0) waiting.delete(owner);
      else waiting.set(owner, rest);
    }
    const leaving = [...this.#turns.keys()].filter((project) => this.#gaveWay.has(project)).length;
    const without = [...waiting.keys()].filter((owner) => !held.has(owner));
    for (const owner of without.slice(leaving)) this.#makeRoom(owner, owners);
  }

  /** Pauses the run that has had its place for longest, for a user who has none. */
  #makeRoom(waiting: number | undefined, owners: ReadonlyMap<string, number>): void {
    const now = this.#parts.clock.now();
    const [longest] = [...this.#turns]
      .filter(
        ([project, { since }]) =>
          since <= now - LONGEST_TURN && !this.#gaveWay.has(project) && owners.get(project) !== waiting,
      )
      .toSorted(([, a], [, b]) => a.since - b.since);
    if (longest === undefined) return;
    const [project, { run }] = longest;
    this.#gaveWay.set(project, now);
    run.pause();
  }

  async #owners(): Promise<ReadonlyMap<string, number>> {
    const store = await this.#parts.open('read');
    try {
      return await store.projects.owners();
    } finally {
      await store.close();
    }
  }

  /** Starts that failed and are repeated, the oldest first. */
  failedStarts(): readonly FailedStart[] {
    return [...this.#failedStarts.values()].toSorted((a, b) => a.dueAt - b.dueAt);
  }

  /**
   * How late the most overdue run is that has not begun, in milliseconds; 0 when none is late. A run that waits for a worker has not begun. If planning
   * stops, the lateness of what was planned last keeps growing.
   */
  lateness(): number {
    const { clock, isUnderWay = () => false } = this.#parts;
    const waiting = this.#lastPlans.filter(
      ({ project }) => !this.#begun.has(project) && !isUnderWay(project),
    );
    const times = [...waiting, ...this.#failedStarts.values()].map(
      (each) => each.dueAt ?? Number.POSITIVE_INFINITY,
    );
    return Math.max(clock.now() - Math.min(...times), 0);
  }

  /** A run or exploration of the project that was started elsewhere was broken off: it goes on soon. */
  brokenOff(project: string): void {
    this.#tries.delete(project);
    this.#plans.outdate(project);
    this.#wake();
  }

  /** Resolves when everything under way has ended. */
  async ended(): Promise<void> {
    while (this.#active.size > 0) await Promise.all(this.#active.values());
  }

  /** The database while it is open for writing, shared with the runs. Throws STORE_LOCKED while another process writes. */
  write<T>(work: (store: Store) => Promise<T>): Promise<T> {
    return this.#writer.use(work);
  }

  async #planned(alive: () => void): Promise<readonly PlannedRun[]> {
    const store = await this.#parts.open('read');
    try {
      const runs = await this.#plans.current(store, alive);
      const now = this.#parts.clock.now();
      return runs.map((planned) => {
        const failed = this.#failedStarts.get(planned.project);
        // A start that failed is repeated after its pause, unless the schedule has a later time by now. A clock that was set back ends the pause.
        const isPausing = failed !== undefined && failed.retryAt <= now + PAUSES[failed.kind].longest;
        return planned.at === null || !isPausing
          ? planned
          : { ...planned, at: Math.max(planned.at, failed.retryAt) };
      });
    } finally {
      await store.close();
    }
  }

  #begin(planned: PlannedRun): void {
    const { project } = planned;
    const visit = this.#writer
      .use((store) => this.#visit(store, planned))
      .catch((error: unknown) => this.#failed(planned, error))
      .finally(() => {
        this.#active.delete(project);
        this.#begun.delete(project);
        this.#plans.outdate(project);
        this.#lastPlans = this.#lastPlans.filter((planned) => planned.project !== project);
        this.#wake();
      });
    this.#active.set(project, visit);
  }

  async #visit(store: Store, { project, begins }: PlannedRun): Promise<void> {
    const { clock } = this.#parts;
    // The plan may be a minute old: others may have run, changed or removed the project.
    const planned = await this.#starts.do(() => this.#plans.planAgain(store, project));
    if (planned === null || planned.at === null || planned.at > clock.now() || planned.begins !== begins) {
      this.#failedStarts.delete(project);
      return;
    }
    if (begins === 'exploration' || (await this.#crawl(store, planned)))
      await this.#explorations.do(() => this.#explore(store, project));
  }

  /** Returns whether the project is to be explored now. */
  async #crawl(store: Store, { project, onlyDue, dueAt }: PlannedRun): Promise<boolean> {
    const { dependencies, start, onEvent, clock, signal } = this.#parts;
    const request: RunRequest = { project, url: null, onlyDue, ...(dueAt !== null && { dueAt }) };
    const startedAt = clock.now();
    const run = await (start?.(request) ?? startRun(dependencies(store), request));
    this.#hasBegun(project, startedAt);
    this.#gaveWay.delete(project);
    this.#turns.set(project, { run, since: startedAt });
    const ending = await this.#untilAborted(
      () => run.pause(),
      async () => {
        await onEvent({ event: 'started', run, lateBy: startedAt - (dueAt ?? startedAt) });
        return run.ended;
      },
    ).finally(() => this.#turns.delete(project));
    // It goes on like one that was cut off.
    if (ending.state === 'paused' && this.#gaveWay.has(project)) this.#tries.delete(project);
    else this.#gaveWay.delete(project);
    await this.#tellAfter(project, { event: 'ended', run, ending, store });
    const known = ending.state === 'finished' ? await store.projects.find(project) : null;
    const facts = known === null ? null : await this.#facts.of(known);
    if (known === null || explorationMode(facts) !== 'after') return false;
    const last = await lastExploration(store, known.id);
    return !signal.aborted && isExplorationDue(facts?.schedule ?? usualSchedule, last, clock.now());
  }

  async #explore(store: Store, project: string): Promise<void> {
    const { dependencies, explore, onEvent, clock } = this.#parts;
    const startedAt = clock.now();
    const known = await store.projects.find(project);
    const last = known === null ? null : await lastExploration(store, known.id);
    // An exploration that goes on takes pictures if it did so before.
    const screenshots = last?.wasBrokenOff === true && last.hasScreenshots;
    const entering = new AbortController();
    await this.#untilAborted(
      () => entering.abort(),
      async () => {
        const request = { project, url: null, signal: entering.signal, ...(screenshots && { screenshots }) };
        const exploration = await (explore?.(request) ??
          explorations.added?.start(dependencies(store), request));
        if (exploration === undefined) return;
        this.#hasBegun(project, startedAt);
        await onEvent({ event: 'exploring', exploration });
        const kept = await exploration.ended;
        if (kept !== null) await this.#tellAfter(project, { event: 'explored', project, kept, store });
      },
    );
  }

  /** A try in the future was noted while the clock was ahead. It is set to now; otherwise the next time would move on until the clock gets there. */
  #lastTry(project: string): number | null {
    const at = this.#tries.get(project);
    if (at === undefined) return null;
    const known = Math.min(at, this.#parts.clock.now());
    if (known < at) this.#tries.set(project, known);
    return known;
  }

  #hasBegun(project: string, at: number): void {
    this.#begun.add(project);
    this.#tries.set(project, at);
    this.#failedStarts.delete(project);
  }

  /** A report after a run may fail; the run has ended all the same. */
  async #tellAfter(project: string, event: WatchEvent): Promise<void> {
    const { onEvent } = this.#parts;
    try {
      await onEvent(event);
    } catch (error) {
      await onEvent({ event: 'failed', project, error, retryAt: null });
    }
  }

  /** Calls `stop` when the watch is aborted before the work has ended. */
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

  async #failed({ project, dueAt }: PlannedRun, error: unknown): Promise<void> {
    const { clock, onEvent, signal } = this.#parts;
    const code = error instanceof TidemarkError ? error.code : '';
    // Another process was faster; or the watch ends, and the next watch continues the run.
    if (code === 'APP_ALREADY_RUN' || signal.aborted) return;
    // A user stopped this run: the schedule decides about the next one.
    if (isWithdrawn(error)) return this.#hasBegun(project, clock.now());
    const isLocked = code === 'STORE_LOCKED';
    // A thread that ended before its run leaves the run as a killed process does.
    const willPass =
      isLocked || code === 'STORE_FULL' || code === 'APP_THREAD_ENDED' || passesByItself(error);
    const message = messageOf(error);
    const before = this.#failedStarts.get(project);
    // A failure after the start is stored with the run, and the schedule decides. Unless it will pass: then the run goes on.
    if (!willPass && this.#begun.has(project))
      return onEvent({ event: 'failed', project, error, retryAt: null });
    this.#tries.delete(project);
    const kind = isLocked ? 'locked' : willPass ? 'passing' : 'broken';
    const { first, longest } = PAUSES[kind];
    const tries = (before?.tries ?? 0) + 1;
    const retryAt = clock.now() + Math.min(first * 2 ** (tries - 1), longest);
    const since = before?.dueAt ?? dueAt ?? clock.now();
    this.#failedStarts.set(project, { project, kind, tries, retryAt, message, dueAt: since });
    if (isLocked) return onEvent({ event: 'locked', project, message });
    if (before?.message !== message) await onEvent({ event: 'failed', project, error, retryAt });
  }
}

/** A database that is open while it is in use, and closed in between so that other processes can write. */
class StoreWhileNeeded {
  readonly #open: () => Promise<Store>;
  #store: Promise<Store> | null = null;
  #users = 0;
  /** A folder has one writer: the next one opens it after the last one has closed it. */
  #closed: Promise<void> = Promise.resolve();

  constructor(open: () => Promise<Store>) {
    this.#open = open;
  }

  /** Throws what opening the database throws. */
  async use<T>(work: (store: Store) => Promise<T>): Promise<T> {
    this.#users++;
    this.#store ??= this.#closed.then(this.#open);
    try {
      return await work(await this.#store);
    } finally {
      this.#users--;
      if (this.#users === 0) await this.#close();
    }
  }

  async #close(): Promise<void> {
    const store = this.#store;
    this.#store = null;
    // A database that could not be opened has nothing to close.
    this.#closed = (store ?? Promise.reject()).then(
      (opened) => opened.close(),
      () => undefined,
    );
    await this.#closed;
  }
}
