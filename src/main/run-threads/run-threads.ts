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
import type { RunDependencies, RunEnding, RunHandle, RunRequest } from '../../crawl/run/run-request.ts';
import { type Clock, systemClock } from '../../crawl/site/allowed-hours.ts';
import { StoreError } from '../../database/errors.ts';
import type { ProjectClaim, Store } from '../../database/store.ts';
import type { RunPlaces } from '../../features/feature.ts';
import { RunThread } from './run-thread-handle.ts';
import { SentClock } from './thread-clock.ts';
import type { BegunExplorationFacts, BegunRunFacts, ThreadWork, WorkProgress } from './thread-messages.ts';

/** A run that ends its thread so many times in a row is paused: it would do so for ever. */
const MOST_DEATHS = 3;
/** How long a run rests that was given up, in milliseconds: as long as it has taken so far, so that its pauses grow. */
const REST = { shortest: 300_000, longest: 86_400_000 };
/** After a thread ended in messages or in the index, these have a thread of their own for this long, in milliseconds. */
const APART_FOR = 3_600_000;
/** In milliseconds: a thread holds some 75 MB, and takes some tenths of a second to start. */
const LONGEST_IDLE = 300_000;
/** How long PostgreSQL may take to notice that a thread is gone, in milliseconds, and how often it is asked. */
const CLAIM_WITHIN = 30_000;
const CLAIM_EVERY = 250;

interface RunThreadsParts {
  readonly store: Store;
  readonly config: Config;
  readonly clock: Clock;
  readonly retryDelays?: RunDependencies['retryDelays'];
  /** For whose turn it is at hosts; null on SQLite, where nobody else visits them. */
  readonly answer: () => RunPlaces['answer'];
  readonly onFailure: (what: string, error: unknown) => void;
  /** MiB of heap and buffers that a thread may take. Default: a part of what V8 gives the process. */
  readonly heapBudget?: number | undefined;
}

/**
 * The threads of a server in which its runs and explorations take place: what sites send is read there, and never by the thread that answers
 * others. All share one. What was under way when a thread ended gets one of its own the next time, so that it harms no others.
 */
export class RunThreads {
  readonly #parts: RunThreadsParts;
  readonly #clock: SentClock;
  readonly #threads = new Set<RunThread>();
  /** How often the threads of a project's runs or explorations, have ended before them, in a row. */
  readonly #deaths = new Map<string, number>();
  /** Until when work that no project owns has a thread of its own, by the monotonic clock. */
  readonly #apartUntil = new Map<string, number>();
  #shared: RunThread | null = null;

  constructor(parts: RunThreadsParts) {
    this.#parts = parts;
    this.#clock = new SentClock(parts.clock);
  }

  /** Throws what starting a run throws, and APP_THREAD_ENDED. `takesTurns`: others may visit the same hosts. */
  startRun(request: RunRequest, { takesTurns }: { readonly takesTurns: boolean }): Promise<RunHandle> {
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
      { kind: 'run', request, takesTurns },
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

  /** Works on runs of a cluster whose workers are gone, at most so many at once, until it is stopped. */
  takeHandedRuns(
    most: number,
    onTrouble: (message: string) => void,
  ): {
    readonly stop: () => void;
    readonly ended: Promise<unknown>;
  } {
    const done = Promise.withResolvers<unknown>();
    const stop = this.#sharedThread().begin(
      { kind: 'of a feature', name: 'handed runs', given: { most } },
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

  /** Called every few seconds: keeps the hosts that runs have, and says whether runs of the cluster may be taken. */
  heartbeat({ mayTake }: { readonly mayTake: boolean }): void {
    for (const thread of this.#threads) {
      if (!thread.isBusy) continue;
      thread.send({ kind: 'may take', isAllowed: mayTake });
      thread.send({ kind: 'heartbeat' });
    }
  }

  /** Ends the threads. Nothing may be under way. */
  async close(): Promise<void> {
    await Promise.all([...this.#threads].map((thread) => thread.close()));
    this.#clock.close();
  }

  /** Whether the thread of this work ended before it, a while ago: then it has one of its own. */
  isApart(name: string): boolean {
    return performance.now() < (this.#apartUntil.get(name) ?? 0);
  }

  #begin(key: string, work: ThreadWork, underWay: Parameters<RunThread['begin']>[1]) {
    this.#clock.write();
    if (!this.#deaths.has(key) && !this.isApart(key)) return this.#sharedThread().begin(work, underWay);
    const own = this.#newThread(() => undefined);
    const leave = () => void own.close();
    return own.begin(work, {
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

  /** Does work of a feature that no project owns, to its end (`Feature.threadWork`). Throws APP_THREAD_ENDED. */
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
    const { store, config, retryDelays, answer, heapBudget } = this.#parts;
    const thread: RunThread = new RunThread({
      start: { config, writer: store.connect(), time: this.#clock.time, retryDelays },
      ...{ answer: answer(), longestIdle: LONGEST_IDLE, heapBudget },
      onLeaving,
      onEnded: () => this.#threads.delete(thread),
    });
    this.#threads.add(thread);
    return thread;
  }

  /**
   * What work fails with. After the end of its thread that takes until others may have the project: a database may take a moment to notice. After
   * the third in a row, `giveUp` sees to it that the work does not go on by itself.
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
      // Another process has the project, or the database is away: then the run goes on later.
      this.#parts.onFailure(key, cause);
      return { failure, isGivenUp: false };
    }
  }

  async #pauseRun(projectId: number, number: number, reason: string): Promise<void> {
    const { store, clock } = this.#parts;
    const run = await store.runs.latest(projectId);
    if (run?.number !== number || run.state !== 'running') return;
    const at = clock.now();
    const rest = Math.min(Math.max(at - run.startedAt, REST.shortest), REST.longest);
    await store.runs.change(run.id, { state: 'paused', at, pauseReason: reason, resumeAt: at + rest });
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
  /** Called with the id of the project, which is held meanwhile. */
  readonly giveUp: (projectId: number) => Promise<void>;
}
