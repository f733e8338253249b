import { messageOf } from '../../base/index.ts';
import type { Config } from '../../config/index.ts';
import type { CrawlEvent } from '../../crawl/engine/crawl-event.ts';
import type { CrawlProgress } from '../../crawl/engine/crawl-progress.ts';
import { AppError, isThreadEnded } from '../../crawl/run/errors.ts';
import type { ExplorationHandle, ExplorationProgress } from '../../crawl/run/explorations.ts';
import type { RunEnding, RunHandle, RunRequest, RunSurroundings } from '../../crawl/run/run-request.ts';
import { type Clock, systemClock } from '../../crawl/site/allowed-hours.ts';
import { StoreError } from '../../database/errors.ts';
import type { ProjectClaim, Store } from '../../database/store.ts';
import type { HostHolds } from '../../features/cluster/tables/host-holds.ts';
import { DeadlyVersions, type IndexedVersion } from '../../features/search/fill-index.ts';
import type { ExplorationRequest } from '../../features/states/start-exploration.ts';
import { RunThread } from './run-thread-handle.ts';
import { SentClock } from './thread-clock.ts';
import type { BegunExplorationFacts, BegunRunFacts, ThreadWork, WorkNews } from './thread-messages.ts';

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
  readonly retryDelays?: RunSurroundings['retryDelays'];
  /** For whose turn it is at hosts; null on SQLite, where nobody else visits them. */
  readonly holds: () => HostHolds | null;
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
  readonly #deadlyVersions = new DeadlyVersions();
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
        onNews: (news) => {
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
  startExploration({
    project,
    url,
    screenshots,
    signal,
  }: Pick<ExplorationRequest, 'project' | 'url' | 'screenshots' | 'signal'>): Promise<ExplorationHandle> {
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
      { kind: 'exploration', request },
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
        onNews: (news) => {
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
            if (number !== null) await this.#stopExploration(projectId, number);
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

  /** Adds every version that is not in the search index yet. */
  async fillIndex(signal: AbortSignal, alive: () => void): Promise<void> {
    // Mostly there is nothing to add: no thread is started for that.
    if ((await this.#parts.store.search.missing(1, null)).length === 0) return;
    const kind = 'search index';
    let version: IndexedVersion | null = null;
    try {
      await this.#follow({ kind, isCareful: this.#isApart(kind) }, signal, (news) => {
        version = news.version ?? version;
        alive();
      });
    } catch (error) {
      if (isThreadEnded(error) && version !== null) await this.#leaveOut(version, error);
      throw error;
    }
  }

  /** Sends the messages that are due; with `remind`, also looks for reminders in all projects. `alive` is called with each message. */
  async deliver({ signal, alive, remind }: Delivering): Promise<void> {
    const { store, clock } = this.#parts;
    const { oldestWaiting } = await store.outbox.unsent();
    const isDue = oldestWaiting !== null && oldestWaiting <= clock.now();
    // Where nothing is due and no project has channels, no thread is started.
    const mayRemind = remind && (await store.projects.list()).some(({ settings }) => /notify/.test(settings));
    if (isDue || mayRemind) await this.#follow({ kind: 'deliveries', remind: mayRemind }, signal, alive);
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
      { kind: 'handed runs', most },
      {
        onBegun: () => undefined,
        onNews: ({ trouble }) => {
          if (trouble !== undefined) onTrouble(trouble);
        },
        onDone: done.resolve,
        onFailed: done.reject,
      },
    );
    return { stop, ended: done.promise };
  }

  /** Called every few seconds: keeps the hosts that runs have, and says whether runs of the cluster may be taken. */
  beat({ mayTake }: { readonly mayTake: boolean }): void {
    for (const thread of this.#threads) {
      if (!thread.isBusy) continue;
      thread.send({ kind: 'may take', isAllowed: mayTake });
      thread.send({ kind: 'beat' });
    }
  }

  /** Ends the threads. Nothing may be under way. */
  async close(): Promise<void> {
    await Promise.all([...this.#threads].map((thread) => thread.close()));
    this.#clock.close();
  }

  #isApart(kind: string): boolean {
    return performance.now() < (this.#apartUntil.get(kind) ?? 0);
  }

  /** A version that ends its thread again is never found; it must not keep all others out of the index. */
  async #leaveOut(version: IndexedVersion, error: Error): Promise<void> {
    const { store, onFailure } = this.#parts;
    if (await this.#deadlyVersions.add(store, version))
      onFailure(
        'search index',
        new AppError(
          'APP_THREAD_ENDED',
          `page ${version.pageId} of run ${version.runId} is left out: ${error.message}`,
        ),
      );
  }

  #begin(key: string, work: ThreadWork, underWay: Parameters<RunThread['begin']>[1]) {
    this.#clock.write();
    if (!this.#deaths.has(key) && !this.#isApart(key)) return this.#sharedThread().begin(work, underWay);
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

  /** Does work that no project owns, to its end. */
  async #follow(
    work: ThreadWork & { readonly kind: 'search index' | 'deliveries' },
    signal: AbortSignal,
    onNews: (news: WorkNews) => void,
  ): Promise<void> {
    const key = work.kind;
    const done = Promise.withResolvers<void>();
    const stop = this.#begin(key, work, {
      onBegun: () => undefined,
      onNews,
      onDone: () => done.resolve(),
      onFailed: (error) => {
        if (isThreadEnded(error)) this.#apartUntil.set(key, performance.now() + APART_FOR);
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
    const { store, config, retryDelays, holds, heapBudget } = this.#parts;
    const thread: RunThread = new RunThread({
      start: { config, writer: store.connect(), time: this.#clock.time, retryDelays },
      ...{ holds: holds(), longestIdle: LONGEST_IDLE, heapBudget },
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

  async #stopExploration(projectId: number, number: number): Promise<void> {
    const { store, clock } = this.#parts;
    const [last] = await store.explorations.list(projectId);
    if (last?.number === number && last.ending === null)
      await store.explorations.end(last.id, { endedAt: clock.now(), ending: 'stopped' });
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

interface Delivering {
  readonly signal: AbortSignal;
  readonly alive: () => void;
  readonly remind: boolean;
}

interface FailedWork {
  /** `run of shop` */
  readonly key: string;
  readonly project: string;
  readonly error: unknown;
  /** Called with the id of the project, which is held meanwhile. */
  readonly giveUp: (projectId: number) => Promise<void>;
}
