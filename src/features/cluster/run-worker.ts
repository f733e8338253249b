import { setTimeout } from 'node:timers/promises';
import { messageOf, Supervisor, TidemarkError } from '../../base/index.ts';
import type { CrawlEvent } from '../../crawl/engine/crawl-event.ts';
import { systemClock } from '../../crawl/site/allowed-hours.ts';
import { passesByItself } from '../../database/postgres/postgres-failure.ts';
import { endGivenUp } from './end-given-up.ts';
import { HostGates } from './host-gate.ts';
import { ROUND } from './lease-times.ts';
import type { LeasedWork, WorkerEvent, WorkTools } from './leased-work.ts';
import { machineLoad, type NodeFacts } from './node-facts.ts';
import type { JobTry, RunJobs } from './run-jobs.ts';
import { SharedClaims } from './shared-claims.ts';
import type { SpareTime } from './spare-time.ts';
import type { NodeWork, WantedOfNode } from './tables/nodes.ts';
import type { ClusterStore } from './tables/open-cluster-store.ts';
import { workOnHostJob } from './work-on-host-job.ts';
import { workOnRun } from './work-on-run.ts';

/** The next round after one that found jobs, in milliseconds: there may be more. */
const SOON = 100;
/** A round that takes longer hangs with its connection: the next one gets another, in milliseconds. */
const LONGEST_ROUND = 60_000;
/** How long to wait before work that the database broke off is begun again, in milliseconds. */
const REPEAT = 500;
/** Rounds between two looks for jobs that were given up, and for rows that are not needed any more. */
const LOOK_FOR_GIVEN_UP = 10;
const SWEEP = 600;
/** Hosts at the same time, for each run that the worker may have: a host is asked now and then, and waits in between. */
const HOSTS_PER_RUN = 4;
/** Host jobs that are taken at once: a worker that took all would leave none for the others. */
const HOST_JOBS_AT_ONCE = 2;

interface RunWorkerParts {
  readonly cluster: ClusterStore;
  readonly jobs: RunJobs;
  readonly node: NodeFacts;
  /** Runs at the same time. */
  readonly most: number;
  /** Hosts of shared runs at the same time. Default: four for each run. */
  readonly mostHosts?: number;
  /** What runs use besides the database. */
  readonly dependencies: WorkTools['dependencies'];
  /** Whether to take anything now, beyond what the operator wants. Default: always. */
  readonly mayTake?: () => boolean;
  readonly onEvent: (event: WorkerEvent) => void;
  /** What it does beside runs. */
  readonly spareTime?: SpareTime;
}

/** Takes runs of the cluster and works on them. One loop sends the heartbeats of all, and looks for more. */
export class RunWorker {
  readonly #parts: RunWorkerParts;
  readonly #held = new Map<string, LeasedWork>();
  readonly #kinds = new Map<string, JobTry['kind']>();
  readonly #working = new Set<Promise<void>>();
  readonly #stopping = new AbortController();
  readonly #meter = new WorkMeter();
  #wanted: WantedOfNode = 'work';
  #rounds = 0;

  readonly #gates: HostGates;
  readonly #tools: WorkTools;

  constructor(parts: RunWorkerParts) {
    const { cluster, jobs, node, dependencies, onEvent } = parts;
    this.#parts = parts;
    this.#gates = new HostGates(cluster.leases);
    this.#tools = {
      cluster,
      jobs,
      node,
      onEvent,
      gates: this.#gates,
      dependencies: { ...dependencies, onEvent: (event) => this.#meter.note(event) },
      claims: new SharedClaims(cluster),
      isStopping: () => this.#isStopping,
      onLeased: (work) => this.#held.set(work.job.id, work),
    };
  }

  /** Works until it is stopped, or drained by an operator. Throws STORE_TOO_NEW when a newer Tidemark has taken over the database. */
  async work(): Promise<void> {
    const { cluster, node } = this.#parts;
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
          return Date.now() + ((await this.#round()) ? SOON : ROUND);
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
    const renewing = this.#keepBeating();
    await Promise.all([...this.#working, this.#parts.spareTime?.end()]);
    await renewing;
    await cluster.nodes.leave(node.id).catch((error: unknown) => this.#trouble(error));
    if (failure !== null) throw failure;
  }

  /** Runs pause, and go on elsewhere. `work` returns when all of them are stored. */
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

  /** Returns whether it has found something to do. */
  async #round(): Promise<boolean> {
    const { cluster, node, jobs, spareTime, mayTake = () => true } = this.#parts;
    await this.#heartbeat();
    const running = [...this.#held.values()];
    const news = await cluster.nodes.heartbeat(node.id, {
      runs: running.length,
      load: machineLoad(),
      work: this.#meter.done,
      handedIds: [...new Set(running.map(({ handedId }) => handedId))],
    });
    if (news === null) await this.#join();
    this.#want(news?.wanted ?? 'work');
    jobs.lookAfter(news?.looksAfterJobs === true);
    for (const work of running) {
      const reason = news?.pauseReasons[work.handedId];
      if (reason !== undefined) work.pause(reason);
      await work.tell?.();
    }
    await this.#tidy();
    const isOpen = this.#wanted === 'work' && mayTake();
    const hasFound = isOpen && (await this.#take());
    spareTime?.note(isOpen && this.#freeForRuns() > 0, news?.areGridsWanted === true);
    return hasFound;
  }

  async #tidy(): Promise<void> {
    const { cluster, jobs } = this.#parts;
    if (this.#rounds % LOOK_FOR_GIVEN_UP === 0) await endGivenUp(cluster, jobs);
    if (this.#rounds % SWEEP === 0) await cluster.sweep();
    this.#rounds++;
  }

  async #take(): Promise<boolean> {
    const { jobs, most, mostHosts = most * HOSTS_PER_RUN } = this.#parts;
    const forRuns = this.#freeForRuns();
    const forHostJobs = mostHosts - this.#underWay('share');
    const runs = forRuns > 0 ? await jobs.takeRuns(forRuns) : [];
    for (const job of runs) this.#begin(job, () => workOnRun(this.#tools, job));
    const hostJobs = forHostJobs > 0 ? await jobs.takeHostJobs(Math.min(forHostJobs, HOST_JOBS_AT_ONCE)) : [];
    for (const job of hostJobs) this.#begin(job, () => workOnHostJob(this.#tools, job));
    return runs.length + hostJobs.length > 0;
  }

  #freeForRuns(): number {
    return this.#parts.most - this.#underWay('run');
  }

  #underWay(kind: JobTry['kind']): number {
    return [...this.#kinds.values()].filter((each) => each === kind).length;
  }

  #want(wanted: WantedOfNode): void {
    if (wanted !== this.#wanted && wanted !== 'drain')
      this.#parts.onEvent({ event: wanted === 'pause' ? 'paused' : 'resumed' });
    this.#wanted = wanted;
  }

  async #join(): Promise<void> {
    const { cluster, node } = this.#parts;
    await cluster.nodes.join({ ...node, load: machineLoad() });
  }

  /** One statement for all. Work whose lease has ended is stopped. */
  async #heartbeat(): Promise<void> {
    const held = [...this.#held.values()].filter(({ lease }) => lease.needsHeartbeat);
    const began = performance.now();
    const still = await this.#parts.jobs.heartbeat(held.map(({ job }) => job));
    for (const { job, lease } of held) {
      // One that has ended meanwhile is not held any more, and was not lost.
      if (still.has(job.id)) lease.kept(began);
      else if (this.#held.has(job.id)) this.#lose(job.id);
    }
    await this.#gates.heartbeat();
  }

  #lose(id: string): void {
    const held = this.#held.get(id);
    held?.lease.lose();
    held?.pause();
  }

  /** Heartbeats while the last runs come to their end. */
  async #keepBeating(): Promise<void> {
    while (this.#held.size > 0) {
      await this.#heartbeat().catch((error: unknown) => this.#trouble(error));
      await setTimeout(ROUND / 4);
    }
  }

  #begin(job: JobTry, work: () => Promise<void>): void {
    this.#kinds.set(job.id, job.kind);
    const working = this.#repeated(work)
      .catch((error: unknown) => this.#trouble(error))
      .finally(() => {
        this.#held.delete(job.id);
        this.#kinds.delete(job.id);
        this.#working.delete(working);
      });
    this.#working.add(working);
  }

  /** A database that is away comes back. Whether the job is still ours then, its first transaction tells. */
  async #repeated(work: () => Promise<void>): Promise<void> {
    for (;;)
      try {
        return await work();
      } catch (error) {
        if (!passesByItself(error) || this.#stopping.signal.aborted) throw error;
        await setTimeout(REPEAT);
      }
  }

  #trouble(error: unknown): void {
    this.#parts.onEvent({
      event: 'trouble',
      message: messageOf(error),
    });
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
