import { setTimeout } from 'node:timers/promises';
import { messageOf, Supervisor, TidemarkError } from '../../base/index.ts';
import type { CrawlEvent } from '../../crawl/engine/crawl-event.ts';
import { systemClock } from '../../crawl/site/allowed-hours.ts';
import { passesByItself } from '../../database/postgres/postgres-failure.ts';
import { endGivenUp } from './cluster-run-report.ts';
import { LONGEST_ROUND, RETRY_AFTER, ROUND, ROUND_AFTER_JOBS } from './lease-times.ts';
import { ProcessHostLeases } from './run-host-leases.ts';
import type { JobTry, RunJobs } from './run-jobs.ts';
import { SharedClaims } from './shared-claims.ts';
import type { SpareTime } from './spare-time.ts';
import type { NodeWork, WantedOfNode } from './tables/nodes.ts';
import type { ClusterStore } from './tables/open-cluster-store.ts';
import { workOnHostJob } from './work-on-host-job.ts';
import { workOnRun } from './work-on-run.ts';
import {
  type LeasedWork,
  machineLoad,
  type NodeFacts,
  type WorkerContext,
  type WorkerEvent,
} from './worker-context.ts';

/** Rounds between two checks for jobs that were given up and for rows that are no longer needed. */
const LOOK_FOR_GIVEN_UP = 10;
const SWEEP = 600;
/** Concurrent hosts for each run that the worker may have: there is a pause between two requests to a host. */
const HOSTS_PER_RUN = 4;
/** Host jobs taken at once: a worker that took all would leave none for the others. */
const HOST_JOBS_AT_ONCE = 2;

export interface RunWorkerOptions {
  readonly cluster: ClusterStore;
  readonly jobs: RunJobs;
  readonly node: NodeFacts;
  /** Concurrent runs. */
  readonly most: number;
  /** Concurrent hosts of distributed runs. Default: four for each run. */
  readonly mostHosts?: number | undefined;
  readonly dependencies: WorkerContext['dependencies'];
  /** Whether to take jobs now, in addition to what the operator wants. Default: always. */
  readonly mayTake?: () => boolean;
  readonly onEvent: (event: WorkerEvent) => void;
  /** Work besides runs. */
  readonly spareTime: SpareTime | null;
}

/** Takes runs of the cluster and works on them. One loop sends the heartbeats of all runs, and looks for more. */
export class RunWorker {
  readonly #options: RunWorkerOptions;
  readonly #held = new Map<string, LeasedWork>();
  readonly #kinds = new Map<string, JobTry['kind']>();
  readonly #working = new Set<Promise<void>>();
  readonly #stopping = new AbortController();
  readonly #meter = new WorkMeter();
  #wanted: WantedOfNode = 'work';
  #alone: { readonly jobId: string; readonly hasStored: () => Promise<boolean> } | null = null;
  #rounds = 0;

  readonly #hostLeases: ProcessHostLeases;
  readonly #context: WorkerContext;

  constructor(options: RunWorkerOptions) {
    const { cluster, jobs, node, dependencies, onEvent } = options;
    this.#options = options;
    this.#hostLeases = new ProcessHostLeases(cluster.hostLeases);
    this.#context = {
      cluster,
      jobs,
      node,
      onEvent,
      hostLeases: this.#hostLeases,
      dependencies: { ...dependencies, onEvent: (event) => this.#meter.note(event) },
      claims: new SharedClaims(cluster),
      isStopping: () => this.#isStopping,
      tryAlone: (job, hasStored) => this.#tryAlone(job, hasStored),
      onLeased: (work) => this.#held.set(work.job.id, work),
    };
  }

  /** Works until it is stopped, or drained by an operator. Throws STORE_TOO_NEW when a newer Tidemark has taken over the database. */
  async work(): Promise<void> {
    const { cluster, node } = this.#options;
    let failure: unknown = null;
    const supervisor = new Supervisor({
      clock: systemClock,
      onFailure: (_task, error) => this.#trouble(error),
    });
    supervisor.start({
      name: 'jobs',
      longestPause: ROUND,
      longestSilence: LONGEST_ROUND,
      round: async () => {
        try {
          return Date.now() + ((await this.#round()) ? ROUND_AFTER_JOBS : ROUND);
        } catch (error) {
          if (!(error instanceof TidemarkError) || error.code !== 'STORE_TOO_NEW') throw error;
          failure = error;
          this.stop();
          return Date.now();
        } finally {
          if (this.#isStopping) this.stop();
        }
      },
    });
    await this.#stopped();
    await supervisor.stop();
    const renewing = this.#heartbeatsToEnd();
    await Promise.all([...this.#working, this.#options.spareTime?.end()]);
    await renewing;
    await cluster.nodes.leave(node.id).catch((error: unknown) => this.#trouble(error));
    if (failure !== null) throw failure;
  }

  /** Pauses the runs, which other workers continue. `work` returns when all of them are stored. */
  stop(): void {
    this.#stopping.abort();
    for (const work of this.#held.values()) work.pause();
  }

  /** Resolves when the worker is to stop. */
  #stopped(): Promise<void> {
    const { signal } = this.#stopping;
    return new Promise((resolve) => {
      signal.addEventListener('abort', () => resolve(), { once: true });
      if (signal.aborted) resolve();
    });
  }

  get #isStopping(): boolean {
    return this.#stopping.signal.aborted || this.#wanted === 'drain';
  }

  /** Returns whether it found work. */
  async #round(): Promise<boolean> {
    const { cluster, node, jobs, spareTime, mayTake = () => true } = this.#options;
    await this.#heartbeat();
    const running = [...this.#held.values()];
    const orders = await cluster.nodes.heartbeat(node.id, {
      runs: running.length,
      load: machineLoad(),
      work: this.#meter.done,
      clusterRunIds: [...new Set(running.map(({ clusterRunId }) => clusterRunId))],
    });
    if (orders === null) await cluster.nodes.join({ ...node, load: machineLoad() });
    this.#want(orders?.wanted ?? 'work');
    jobs.supervise(orders?.supervisesJobs === true);
    for (const work of running) {
      const reason = orders?.pauseReasons[work.clusterRunId];
      if (reason !== undefined) work.pause(reason);
      await work.report?.();
    }
    await this.#sweep();
    const isOpen = this.#wanted === 'work' && mayTake();
    const hasFound = isOpen && (await this.#take());
    spareTime?.note(isOpen && this.#freeForRuns() > 0, orders?.areGridsWanted === true);
    return hasFound;
  }

  async #sweep(): Promise<void> {
    const { cluster, jobs } = this.#options;
    if (this.#rounds % LOOK_FOR_GIVEN_UP === 0) await endGivenUp(cluster, jobs);
    if (this.#rounds % SWEEP === 0) await cluster.sweep();
    this.#rounds++;
  }

  async #take(): Promise<boolean> {
    const { jobs, most, mostHosts = most * HOSTS_PER_RUN } = this.#options;
    if (this.#alone !== null && !(await this.#alone.hasStored())) return false;
    this.#alone = null;
    const forRuns = this.#freeForRuns();
    const forHostJobs = mostHosts - this.#underWay('host-job');
    const runs = forRuns > 0 ? await jobs.takeRuns(forRuns) : [];
    for (const job of runs) this.#begin(job, () => workOnRun(this.#context, job));
    const hostJobs = forHostJobs > 0 ? await jobs.takeHostJobs(Math.min(forHostJobs, HOST_JOBS_AT_ONCE)) : [];
    for (const job of hostJobs) this.#begin(job, () => workOnHostJob(this.#context, job));
    return runs.length + hostJobs.length > 0;
  }

  #tryAlone(job: JobTry, hasStored: () => Promise<boolean>): boolean {
    if (this.#alone !== null && this.#alone.jobId !== job.id) return false;
    this.#alone = { jobId: job.id, hasStored };
    return true;
  }

  #freeForRuns(): number {
    return this.#options.most - this.#underWay('run');
  }

  #underWay(kind: JobTry['kind']): number {
    return [...this.#kinds.values()].filter((each) => each === kind).length;
  }

  #want(wanted: WantedOfNode): void {
    if (wanted !== this.#wanted && wanted !== 'drain')
      this.#options.onEvent({ event: wanted === 'pause' ? 'paused' : 'resumed' });
    this.#wanted = wanted;
  }

  /** Sends one statement for all work. Stops work whose lease has ended. */
  async #heartbeat(): Promise<void> {
    const held = [...this.#held.values()].filter(({ lease }) => lease.needsHeartbeat);
    const began = performance.now();
    const still = await this.#options.jobs.heartbeat(held.map(({ job }) => job));
    for (const { job, lease } of held) {
      const lost = this.#held.get(job.id);
      if (still.has(job.id)) lease.renewed(began);
      // Work that has ended meanwhile is no longer held, but its lease was not lost.
      else if (lost !== undefined) {
        lost.lease.lose();
        lost.pause();
      }
    }
    await this.#hostLeases.heartbeat();
  }

  /** Sends heartbeats while the last runs end. */
  async #heartbeatsToEnd(): Promise<void> {
    while (this.#held.size > 0) {
      await this.#heartbeat().catch((error: unknown) => this.#trouble(error));
      await setTimeout(ROUND / 4);
    }
  }

  #begin(job: JobTry, work: () => Promise<void>): void {
    this.#kinds.set(job.id, job.kind);
    const working = this.#retried(work)
      .catch((error: unknown) => this.#trouble(error))
      .finally(() => {
        this.#held.delete(job.id);
        this.#kinds.delete(job.id);
        if (this.#alone?.jobId === job.id) this.#alone = null;
        this.#working.delete(working);
      });
    this.#working.add(working);
  }

  /** Waits for a database that is unavailable. The first transaction then checks whether the job is still ours. */
  async #retried(work: () => Promise<void>): Promise<void> {
    for (;;)
      try {
        return await work();
      } catch (error) {
        if (!passesByItself(error) || this.#stopping.signal.aborted) throw error;
        await setTimeout(RETRY_AFTER);
      }
  }

  #trouble(error: unknown): void {
    this.#options.onEvent({ event: 'trouble', message: messageOf(error) });
  }
}

/** Counts what a process does in all runs of the cluster that it works on. */
export class WorkMeter {
  #pages = 0;
  #errors = 0;
  #retries = 0;
  #bytes = 0;

  note(event: CrawlEvent): void {
    if (event.event === 'retry') this.#retries += 1;
    if (event.event !== 'page') return;
    this.#pages += 1;
    this.#bytes += event.bytes;
    if (event.outcome === 'error') this.#errors += 1;
  }

  get done(): NodeWork {
    return { pages: this.#pages, errors: this.#errors, retries: this.#retries, bytes: this.#bytes };
  }
}
