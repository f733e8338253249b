import { messageOf } from '../../base/index.ts';
import type { Config } from '../../config/index.ts';
import type { CrawlEvent } from '../../crawl/engine/crawl-event.ts';
import type { CrawlProgress } from '../../crawl/engine/crawl-progress.ts';
import { AppError, isThreadEnded } from '../../crawl/run/errors.ts';
import {
  type ExplorationHandle,
  type ExplorationProgress,
  explorations,
  type ScheduledExploration,
} from '../../crawl/run/explorations.ts';
import { MOST_DEATHS, pauseGivenUp } from '../../crawl/run/given-up-run.ts';
import type { RunDependencies, RunEnding, RunHandle, RunRequest } from '../../crawl/run/run-request.ts';
import { type Clock, systemClock } from '../../crawl/site/allowed-hours.ts';
import { StoreError } from '../../database/errors.ts';
import type { ProjectClaim, Store } from '../../database/store.ts';
import type { RunPlaces } from '../../features/feature.ts';
import { RunThread, type SilenceLimits, type ThreadStatus } from './run-thread-handle.ts';
import { SentClock } from './thread-clock.ts';
import type { BegunExplorationFacts, BegunRunFacts, ThreadWork, WorkProgress } from './thread-messages.ts';

/** After notifications or the search index ended a thread, they get a thread of their own for this long, in milliseconds. */
const APART_FOR = 3_600_000;
/** In milliseconds: a thread holds about 75 MB, and takes a few tenths of a second to start. */
const LONGEST_IDLE = 300_000;
/** How long PostgreSQL may take to notice that a thread is gone, and how often it is asked, in milliseconds. */
const CLAIM_WITHIN = 30_000;
const CLAIM_EVERY = 250;

interface RunThreadsParts {
  readonly store: Store;
  readonly config: Config;
  readonly clock: Clock;
  readonly retryDelays?: RunDependencies['retryDelays'];
  /** For leases on hosts; null on SQLite, where one machine visits them. */
  readonly answer: () => RunPlaces['answer'];
  readonly onFailure: (what: string, error: unknown) => void;
  /** MiB of heap and buffers that a thread may take. Default: a part of what V8 gives the process. */
  readonly heapBudget?: number | undefined;
  /** How long a thread may be stuck. Shorter for tests. */
  readonly silence?: SilenceLimits | undefined;
}

/**
 * The threads of a server for its runs and explorations: they parse what sites send; the thread that answers requests never does.
 * All work shares one thread. Work that was under way when a thread ended gets a thread of its own the next time, so that it harms no other work.
 */
export class RunThreads {
  readonly #parts: RunThreadsParts;
  readonly #clock: SentClock;
  /** Each thread with its number, which operators see. */
  readonly #threads = new Map<RunThread, number>();
  #lastNumber = 0;
  #lost = 0;
  /** How often in a row the thread of a project's run or exploration has ended before the work did. */
  readonly #deaths = new Map<string, number>();
  /** Until when work that belongs to no project has a thread of its own, by the monotonic clock. */
  readonly #apartUntil = new Map<string, number>();
  #shared: RunThread | null = null;

  constructor(parts: RunThreadsParts) {
    this.#parts = parts;
    this.#clock = new SentClock(parts.clock);
  }

  /** Throws what starting a run throws, and APP_THREAD_ENDED. `leasesHosts`: others may visit the same hosts. */
  startRun(request: RunRequest, { leasesHosts }: { readonly leasesHosts: boolean }): Promise<RunHandle> {
    const begun = Promise.withResolvers<RunHandle>();
    const ended = Promise.withResolvers<RunEnding>();
    ended.promise.catch(() => undefined); // the caller may not be waiting for the end
    const listeners = new Set<(event: CrawlEvent) => void>();
    let progress: CrawlProgress | null = null;
    let facts: BegunRunFacts | null = null;
    const { project } = request;
    const key = `run of ${project}`;
    const stop = this.#begin(
      key,
      { kind: 'run', request, leasesHosts },
      {
        onBegun: (given) => {
          const { progress: first, ...rest } = given as BegunRunFacts;
          facts = given as BegunRunFacts;
          progress = first;
          begun.resolve({
            ...rest,
            watch: (listener) => {
              listeners.add(listener);
              return () => listeners.delete(listener);
            },
            progress: () => progress ?? first,
            pause: (reason) => stop(reason),
            ended: ended.promise,
          });
        },
        onProgress: (news) => {
          progress = (news.progress as CrawlProgress | null) ?? progress;
          for (const event of news.events) for (const listener of listeners) listener(event);
        },
        onDone: (result) => {
          this.#deaths.delete(key);
          ended.resolve(result as RunEnding);
        },
        onFailed: (error) => {
          const failed = (failure: unknown) => {
            begun.reject(failure);
            ended.reject(failure);
          };
          const reason = `its thread ended ${MOST_DEATHS} times: ${messageOf(error)}. Visit less of the site at once, then resume it.`;
          const giveUp = async (projectId: number) => {
            if (facts !== null) await this.#pauseRun(projectId, facts.number, reason);
          };
          void this.#failure({ key, project, error, giveUp }).then(({ failure, isGivenUp }) => {
            if (!isGivenUp || facts === null || progress === null) return failed(failure);
            ended.resolve({
              ...{ ...progress, state: 'paused', reason, resumeAt: null, isTrouble: true },
              ...{ rules: [], notices: [] },
            });
          });
        },
      },
    );
    return begun.promise;
  }

  /** Throws what starting an exploration throws, and APP_THREAD_ENDED. What it found is in the store only. */
  startExploration({ project, url, screenshots, signal }: ScheduledExploration): Promise<ExplorationHandle> {
    const begun = Promise.withResolvers<ExplorationHandle>();
    const ended = Promise.withResolvers<null>();
    ended.promise.catch(() => undefined); // the caller may not be waiting for the end
    let progress: ExplorationProgress = { states: 0, tried: 0, waiting: 0 };
    const key = `exploration of ${project}`;
    const interrupt = () => stop();
    const settle = () => signal?.removeEventListener('abort', interrupt);
    const request = { project, url, ...(screenshots !== undefined && { screenshots }) };
    let number: number | null = null;
    const stop = this.#begin(
      key,
      { kind: 'of a feature', name: 'exploration', given: request },
      {
        onBegun: (given) => {
          const { progress: first, ...rest } = given as BegunExplorationFacts;
          progress = first;
          number = rest.number;
          begun.resolve({
            ...rest,
            progress: () => progress,
            stop: (reason) => stop(reason),
            ended: ended.promise,
          });
        },
        onProgress: (news) => {
          progress = (news.progress as ExplorationProgress | null) ?? progress;
        },
        onDone: () => {
          settle();
          this.#deaths.delete(key);
          ended.resolve(null);
        },
        onFailed: (error) => {
          settle();
          const giveUp = async (projectId: number) => {
            const { store, clock } = this.#parts;
            if (number !== null) await explorations.added?.giveUp(store, projectId, number, clock.now());
          };
          void this.#failure({ key, project, error, giveUp }).then(({ failure }) => {
            begun.reject(failure);
            ended.reject(failure);
          });
        },
      },
    );
    signal?.addEventListener('abort', interrupt, { once: true });
    if (signal?.aborted === true) stop();
    return begun.promise;
  }

  /** Takes over runs of the cluster whose workers are gone, at most `most` at once, until it is stopped. */
  takeClusterRuns(
    most: number,
    onTrouble: (message: string) => void,
  ): {
    readonly stop: () => void;
    readonly ended: Promise<unknown>;
  } {
    const done = Promise.withResolvers<unknown>();
    const stop = this.#sharedThread().begin(
      'cluster runs',
      { kind: 'of a feature', name: 'cluster runs', given: { most } },
      {
        onBegun: () => undefined,
        onProgress: ({ trouble }) => {
          if (trouble !== undefined) onTrouble(trouble);
        },
        onDone: done.resolve,
        onFailed: done.reject,
      },
    );
    return { stop, ended: done.promise };
  }

  /** Called every few seconds: renews the leases on hosts, and says whether runs of the cluster may be taken. */
  heartbeat({ mayTake }: { readonly mayTake: boolean }): void {
    for (const thread of this.#threads.keys()) {
      if (!thread.isBusy) continue;
      thread.send({ kind: 'may take', isAllowed: mayTake });
      thread.send({ kind: 'heartbeat' });
    }
  }

  /** The status of each thread. */
  statuses(): readonly (ThreadStatus & { readonly number: number })[] {
    return [...this.#threads].map(([thread, number]) => ({ number, ...thread.status() }));
  }

  /** How many threads ended before their work since the process was started. */
  get lost(): number {
    return this.#lost;
  }

  /** Ends the threads. Nothing may be under way. */
  async close(): Promise<void> {
    await Promise.all([...this.#threads.keys()].map((thread) => thread.close()));
    this.#clock.close();
  }

  /** Whether this work recently ended its thread: then it gets a thread of its own. */
  isApart(name: string): boolean {
    return performance.now() < (this.#apartUntil.get(name) ?? 0);
  }

  #begin(key: string, work: ThreadWork, underWay: Parameters<RunThread['begin']>[2]) {
    this.#clock.write();
    if (!this.#deaths.has(key) && !this.isApart(key)) return this.#sharedThread().begin(key, work, underWay);
    const own = this.#newThread(() => undefined);
    const leave = () => void own.close();
    return own.begin(key, work, {
      ...underWay,
      onDone: (result) => {
        underWay.onDone(result);
        leave();
      },
      onFailed: (error) => {
        underWay.onFailed(error);
        if (!isThreadEnded(error)) leave();
      },
    });
  }

  /** Does work of a feature that belongs to no project, to its end (`Feature.threadWork`). Throws APP_THREAD_ENDED. */
  async follow(
    name: string,
    given: unknown,
    {
      signal,
      onProgress,
    }: { readonly signal: AbortSignal; readonly onProgress: (news: WorkProgress) => void },
  ): Promise<void> {
    const done = Promise.withResolvers<void>();
    const work = { kind: 'of a feature', name, given } as const;
    const stop = this.#begin(name, work, {
      onBegun: () => undefined,
      onProgress,
      onDone: () => done.resolve(),
      onFailed: (error) => {
        if (isThreadEnded(error)) this.#apartUntil.set(name, performance.now() + APART_FOR);
        done.reject(error);
      },
    });
    const interrupt = () => stop();
    signal.addEventListener('abort', interrupt, { once: true });
    if (signal.aborted) stop();
    await done.promise.finally(() => signal.removeEventListener('abort', interrupt));
  }

  #sharedThread(): RunThread {
    this.#shared ??= this.#newThread(() => {
      this.#shared = null;
    });
    return this.#shared;
  }

  #newThread(onLeaving: () => void): RunThread {
    const { store, config, retryDelays, answer, heapBudget, silence } = this.#parts;
    const thread: RunThread = new RunThread({
      start: { config, writer: store.connect(), time: this.#clock.time, retryDelays },
      ...{ answer: answer(), longestIdle: LONGEST_IDLE, heapBudget, silence },
      onLeaving,
      onLost: () => this.#lost++,
      onEnded: () => this.#threads.delete(thread),
    });
    this.#lastNumber++;
    this.#threads.set(thread, this.#lastNumber);
    return thread;
  }

  /**
   * The error that work fails with. If its thread ended, resolves when others can lock the project: a database may take a moment to notice. After
   * the third end in a row, `giveUp` makes sure that the work is not resumed automatically.
   */
  async #failure({ key, project, error, giveUp }: FailedWork): Promise<{
    readonly failure: unknown;
    readonly isGivenUp: boolean;
  }> {
    if (!isThreadEnded(error)) {
      this.#deaths.delete(key);
      return { failure: error, isGivenUp: false };
    }
    const deaths = (this.#deaths.get(key) ?? 0) + 1;
    this.#deaths.set(key, deaths);
    const isGivenUp = deaths >= MOST_DEATHS;
    const message = `the thread of the ${key} ended before it: ${error.message}`;
    const failure = new AppError('APP_THREAD_ENDED', message, error);
    try {
      const found = await this.#parts.store.projects.find(project);
      if (found === null) return { failure, isGivenUp: false };
      const claim = await this.#claimed(found.id, performance.now() + CLAIM_WITHIN);
      try {
        if (isGivenUp) await giveUp(found.id);
      } finally {
        await claim.release();
      }
      return { failure, isGivenUp };
    } catch (cause) {
      // Another process has locked the project, or the database is unreachable: then the run is resumed later.
      this.#parts.onFailure(key, cause);
      return { failure, isGivenUp: false };
    }
  }

  async #pauseRun(projectId: number, number: number, reason: string): Promise<void> {
    const { store, clock } = this.#parts;
    const run = await store.runs.latest(projectId);
    if (run?.number !== number || run.state !== 'running') return;
    await pauseGivenUp(store, run, { reason, at: clock.now() });
  }

  async #claimed(id: number, until: number): Promise<ProjectClaim> {
    for (;;)
      try {
        return await this.#parts.store.projects.claim(id);
      } catch (error) {
        const isLocked = error instanceof StoreError && error.code === 'STORE_LOCKED';
        if (!isLocked || performance.now() > until) throw error;
        await systemClock.sleep(CLAIM_EVERY, new AbortController().signal);
      }
  }
}

interface FailedWork {
  /** `run of shop` */
  readonly key: string;
  readonly project: string;
  readonly error: unknown;
  /** Called with the id of the project, which is locked meanwhile. */
  readonly giveUp: (projectId: number) => Promise<void>;
}
