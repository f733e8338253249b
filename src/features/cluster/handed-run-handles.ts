import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { AtMost } from '../../base/index.ts';
import { isWaiting, isWithdrawn } from '../../crawl/run/errors.ts';
import type { RunHandle, RunRequest } from '../../crawl/run/run-request.ts';
import { StoreError } from '../../database/errors.ts';
import { endGivenUp } from './end-given-up.ts';
import { ClusterError } from './errors.ts';
import { noProgress } from './handed-run-report.ts';
import { HandedRunWatch } from './handed-run-watch.ts';
import type { RunJobs } from './run-jobs.ts';
import type { ClusterStore } from './tables/open-cluster-store.ts';

/** How often is asked how far the runs are, in milliseconds. */
const ASK = 500;
/** How long the start of a run waits for a worker before it reports that, in milliseconds. A worker that has room begins within this time. */
const LONGEST_WAIT = 3000;
/** Every so many questions, whether a run was given up. */
const LOOK_FOR_GIVEN_UP = 20;

/** The runs that this process handed to workers, or found there. One question at a time is about all of them. */
export class HandedRunHandles {
  readonly #cluster: ClusterStore;
  readonly #jobs: RunJobs;
  /** Hundreds of runs may be due at once; the pool has a few connections. */
  readonly #starts: AtMost;
  /** Called with a run that has begun after its start had reported that it waits. */
  readonly #onLate: (run: RunHandle) => void;
  /** Called with what such a run met when it could not begin. */
  readonly #onLateFailure: (project: string, error: unknown) => void;
  readonly #watched = new Map<string, HandedRunWatch>();
  #asking: Promise<void> | null = null;
  #hasLeft = false;

  constructor(
    cluster: ClusterStore,
    jobs: RunJobs,
    starts: AtMost,
    onLate: (run: RunHandle) => void,
    onLateFailure: (project: string, error: unknown) => void = () => undefined,
  ) {
    this.#cluster = cluster;
    this.#jobs = jobs;
    this.#starts = starts;
    this.#onLate = onLate;
    this.#onLateFailure = onLateFailure;
  }

  /**
   * Returns when a worker has begun. Throws what the worker met, and STORE_LOCKED while a run of the project is active. Whoever is not
   * patient gets CLUSTER_RUN_WAITS after a while.
   */
  async start(request: RunRequest, { isPatient }: { readonly isPatient: boolean }): Promise<RunHandle> {
    const { project } = request;
    const known = () => [...this.#watched.values()].find((each) => each.project === project);
    // It may have ended or been withdrawn since the last question.
    if (known() !== undefined) await this.#ask(false);
    const active = known();
    if (active !== undefined) throw alreadyThere(active);
    const run = { jobId: randomUUID(), project, request: JSON.stringify(request) };
    const jobId = await this.#starts.do(() =>
      this.#cluster.handed.add(run, (statements) => this.#jobs.send(run.jobId, project, statements)),
    );
    const first = this.#watched.get(jobId);
    if (first !== undefined) throw alreadyThere(first);
    const watch = new HandedRunWatch(jobId, project, (reason) => this.#pause(watch, reason));
    this.#watched.set(jobId, watch);
    this.#asking ??= this.#keepAsking().finally(() => {
      this.#asking = null;
    });
    return isPatient ? watch.begun : this.#begunSoon(watch);
  }

  /** Stops waiting for the runs; they go on. */
  leave(): void {
    this.#hasLeft = true;
    for (const watch of this.#watched.values()) watch.leave();
    this.#watched.clear();
  }

  async close(): Promise<void> {
    this.leave();
    await this.#asking;
  }

  async #begunSoon(watch: HandedRunWatch): Promise<RunHandle> {
    const late = new AbortController();
    const isLate = setTimeout(LONGEST_WAIT, null, { signal: late.signal, ref: false }).catch(() => null);
    const handle = await Promise.race([watch.begun, isLate]);
    late.abort();
    if (handle !== null) return handle;
    watch.begun.then(this.#onLate, (error: unknown) => {
      if (!isWaiting(error) && !isWithdrawn(error)) this.#onLateFailure(watch.project, error);
    });
    throw new ClusterError('CLUSTER_RUN_WAITS', waitsForWorker(watch));
  }

  /** Without a reason the server stops, and not the run. */
  #pause(watch: HandedRunWatch, reason: string | undefined): void {
    if (reason !== undefined) {
      this.#cluster.handed.askToPause(watch.jobId, reason).catch(() => undefined);
      return;
    }
    this.#watched.delete(watch.jobId);
    watch.leave();
  }

  async #keepAsking(): Promise<void> {
    for (let turn = 1; this.#watched.size > 0 && !this.#hasLeft; turn++) {
      // A database that is away comes back.
      await this.#ask(turn % LOOK_FOR_GIVEN_UP === 0).catch(() => undefined);
      await setTimeout(ASK);
    }
  }

  async #ask(looksForGivenUp: boolean): Promise<void> {
    if (looksForGivenUp) await endGivenUp(this.#cluster, this.#jobs);
    for (const found of await this.#cluster.handed.among([...this.#watched.keys()])) {
      const watch = this.#watched.get(found.jobId);
      if (watch === undefined) continue;
      if (watch.note(found) === 'ended') this.#watched.delete(found.jobId);
      else if (found.runId !== null) {
        const totals = await this.#cluster.hostJobs.totals(found.runId);
        watch.noteProgress({ ...noProgress, ...totals });
      }
    }
  }
}

const waitsForWorker = ({ project }: HandedRunWatch): string =>
  `The run of "${project}" waits for a worker: all of them are busy. It starts by itself.`;

const alreadyThere = (watch: HandedRunWatch): StoreError =>
  new StoreError(
    'STORE_LOCKED',
    watch.hasBegun
      ? `A run of "${watch.project}" is under way at a worker. Wait for it or stop it.`
      : waitsForWorker(watch),
  );
