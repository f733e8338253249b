import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { type ConcurrencyLimit, type Decision, TidemarkError } from '../../base/index.ts';
import type { CrawlEvent } from '../../crawl/engine/crawl-event.ts';
import type { CrawlProgress } from '../../crawl/engine/crawl-progress.ts';
import { isWaiting, isWithdrawn } from '../../crawl/run/errors.ts';
import type { RunEnding, RunHandle, RunRequest } from '../../crawl/run/run-request.ts';
import { noProgress } from '../../crawl/run/run-totals.ts';
import { StoreError } from '../../database/errors.ts';
import { type ClusterRunReport, endGivenUp, readEnding, readReport } from './cluster-run-report.ts';
import { ClusterError } from './errors.ts';
import { LONGEST_START, READ_PROGRESS } from './lease-times.ts';
import type { RunJobs } from './run-jobs.ts';
import type { ClusterRun } from './tables/cluster-tables.ts';
import type { ClusterStore } from './tables/open-cluster-store.ts';

/** How many reads of the progress lie between two checks for runs that were given up. */
const LOOK_FOR_GIVEN_UP = 20;

interface HandlesContext {
  readonly cluster: ClusterStore;
  readonly jobs: RunJobs;
  /** Limits concurrent starts: hundreds of runs may be due at once, and the pool has few connections. */
  readonly starts: ConcurrencyLimit;
  /** Called with a run that begins after its start was reported as waiting. */
  readonly onLate: (run: RunHandle) => void;
  /** Called with the error of such a run when it cannot begin. */
  readonly onLateFailure: (project: string, error: unknown) => void;
}

/** The runs at workers that this process started, or found there. One statement reads the progress of all. */
export class ClusterRunHandles {
  readonly #context: HandlesContext;
  readonly #watched = new Map<string, WatchedRun>();
  #reading: Promise<void> | null = null;
  #hasLeft = false;

  constructor(context: HandlesContext) {
    this.#context = context;
  }

  /**
   * Returns when a worker has begun. Throws the error of the worker, and STORE_LOCKED while a run of the project is active. Unless `isPatient`, throws
   * CLUSTER_RUN_WAITS after a while.
   */
  async start(request: RunRequest, { isPatient }: { readonly isPatient: boolean }): Promise<RunHandle> {
    const { cluster, jobs, starts } = this.#context;
    const { project } = request;
    const known = () => [...this.#watched.values()].find((each) => each.project === project);
    // The run may have ended or been withdrawn since the last read.
    if (known() !== undefined) await this.#read(false);
    const active = known();
    if (active !== undefined) throw alreadyThere(active);
    const run = { jobId: randomUUID(), project, request: JSON.stringify(request) };
    const jobId = await starts.do(() =>
      cluster.runs.add(run, (statements) => jobs.send(run.jobId, project, statements)),
    );
    const first = this.#watched.get(jobId);
    if (first !== undefined) throw alreadyThere(first);
    const watch = new WatchedRun(jobId, project, (reason) => this.#pause(watch, reason));
    this.#watched.set(jobId, watch);
    this.#reading ??= this.#keepReading().finally(() => {
      this.#reading = null;
    });
    return isPatient ? watch.begun : this.#begunSoon(watch);
  }

  /** Stops following the runs; they continue. */
  leave(): void {
    this.#hasLeft = true;
    for (const watch of this.#watched.values()) watch.leave();
    this.#watched.clear();
  }

  async close(): Promise<void> {
    this.leave();
    await this.#reading;
  }

  async #begunSoon(watch: WatchedRun): Promise<RunHandle> {
    const late = new AbortController();
    const isLate = setTimeout(LONGEST_START, null, { signal: late.signal, ref: false }).catch(() => null);
    const handle = await Promise.race([watch.begun, isLate]);
    late.abort();
    if (handle !== null) return handle;
    const { onLate, onLateFailure } = this.#context;
    watch.begun.then(onLate, (error: unknown) => {
      if (!isWaiting(error) && !isWithdrawn(error)) onLateFailure(watch.project, error);
    });
    throw new ClusterError('CLUSTER_RUN_WAITS', waitsForWorker(watch));
  }

  /** Without a reason, the server is stopping and the run continues. */
  #pause(watch: WatchedRun, reason: string | undefined): void {
    if (reason !== undefined) {
      this.#context.cluster.runs.askToPause(watch.jobId, reason).catch(() => undefined);
      return;
    }
    this.#watched.delete(watch.jobId);
    watch.leave();
  }

  async #keepReading(): Promise<void> {
    for (let count = 1; this.#watched.size > 0 && !this.#hasLeft; count++) {
      // The database may be unavailable for a while.
      await this.#read(count % LOOK_FOR_GIVEN_UP === 0).catch(() => undefined);
      await setTimeout(READ_PROGRESS);
    }
  }

  async #read(looksForGivenUp: boolean): Promise<void> {
    const { cluster, jobs } = this.#context;
    if (looksForGivenUp) await endGivenUp(cluster, jobs);
    for (const found of await cluster.runs.among([...this.#watched.keys()])) {
      const watch = this.#watched.get(found.jobId);
      if (watch === undefined) continue;
      if (watch.note(found) === 'ended') this.#watched.delete(found.jobId);
      else if (found.runId !== null)
        watch.noteProgress({ ...noProgress, ...(await cluster.hostJobs.totals(found.runId)) });
    }
  }
}

const waitsForWorker = ({ project }: WatchedRun): string =>
  `The run of "${project}" waits for a worker: all of them are busy. It starts by itself.`;

const alreadyThere = (watch: WatchedRun): StoreError =>
  new StoreError(
    'STORE_LOCKED',
    watch.hasBegun
      ? `A run of "${watch.project}" is under way at a worker. Wait for it or stop it.`
      : waitsForWorker(watch),
  );

/** The state of a run at a worker: its progress and its end, not single pages. */
class WatchedRun {
  readonly jobId: string;
  readonly project: string;
  readonly #pause: (reason: string | undefined) => void;
  readonly #begun = Promise.withResolvers<RunHandle>();
  readonly #ended = Promise.withResolvers<RunEnding>();
  readonly #listeners = new Set<(event: CrawlEvent) => void>();
  #progress = noProgress;
  #reported: string | null = null;

  constructor(jobId: string, project: string, pause: (reason: string | undefined) => void) {
    this.jobId = jobId;
    this.project = project;
    this.#pause = pause;
    // The caller may have stopped waiting.
    this.#begun.promise.catch(() => undefined);
    this.#ended.promise.catch(() => undefined);
  }

  get hasBegun(): boolean {
    return this.#reported !== null;
  }

  /** Rejects with the error of the worker when the run cannot begin. */
  get begun(): Promise<RunHandle> {
    return this.#begun.promise;
  }

  note({ runNumber, report, ending }: ClusterRun): 'goes on' | 'ended' {
    if (runNumber !== null && report !== null && report !== this.#reported) {
      const read = readReport(report);
      if (this.#reported === null) this.#begun.resolve(this.#handle(runNumber, read));
      this.#reported = report;
      this.noteProgress(read.progress);
    }
    if (ending === null) return 'goes on';
    this.#end(ending);
    return 'ended';
  }

  noteProgress(progress: CrawlProgress): void {
    this.#progress = progress;
    for (const listener of this.#listeners) listener({ event: 'progress', ...progress });
  }

  /** Ends the waiting of callers, as if the run had been interrupted. */
  leave(): void {
    const left = new ClusterError('CLUSTER_RUN_WAITS', `The run of "${this.project}" waits for a worker.`);
    this.#begun.reject(left);
    this.#ended.resolve({
      ...this.#progress,
      state: 'paused',
      reason: 'interrupted',
      resumeAt: null,
      rules: [],
      notices: [],
    });
  }

  #end(text: string): void {
    const reported = readEnding(text);
    if (reported.kind === 'ended') this.#ended.resolve(reported.ending);
    else {
      const failure = new WorkerFailure(reported);
      this.#begun.reject(failure);
      this.#ended.reject(failure);
    }
  }

  #handle(number: number, { resumed, hasDetectors, hasChannels }: ClusterRunReport): RunHandle {
    return {
      project: this.project,
      number,
      resumed,
      hasDetectors,
      hasChannels,
      watch: (listener) => {
        this.#listeners.add(listener);
        return () => this.#listeners.delete(listener);
      },
      progress: () => this.#progress,
      pause: this.#pause,
      ended: this.#ended.promise,
    };
  }
}

/** An error of a worker, with its original code. */
class WorkerFailure extends TidemarkError {
  constructor(reported: { readonly code: string; readonly decision: Decision; readonly message: string }) {
    super(reported.code, reported.decision, reported.message);
  }
}
