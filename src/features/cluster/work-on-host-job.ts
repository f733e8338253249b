import { messageOf } from '../../base/index.ts';
import { endOfRest, MOST_DEATHS } from '../../crawl/run/given-up-run.ts';
import { StoreError } from '../../database/errors.ts';
import { passesByItself } from '../../database/postgres/postgres-failure.ts';
import { readRequest, restReason } from './cluster-run-report.ts';
import { openHostJob } from './distributed-run.ts';
import { HostJobRun } from './host-job-run.ts';
import type { HostJob } from './run-jobs.ts';
import { RunLease } from './run-lease.ts';
import type { ClusterRun, HostJobProgress, HostJobRecord } from './tables/cluster-tables.ts';
import type { FencedHostJob } from './tables/open-cluster-store.ts';
import { lostTries } from './tables/stored-try.ts';
import type { WorkerContext } from './worker-context.ts';

type Outcome = 'ended' | 'lost' | 'given back';

/** Visits one host of a distributed run. */
export async function workOnHostJob(context: WorkerContext, job: HostJob): Promise<void> {
  const { cluster, jobs, onEvent } = context;
  const { clusterRunId, host } = job.key;
  const clusterRun = await cluster.runs.find(clusterRunId);
  const hostJob = await cluster.hostJobs.find(job.key);
  const isOurs = hostJob?.jobId === job.id && hostJob.state === 'open';
  if (clusterRun === null || clusterRun.ending !== null || hostJob === null || !isOurs) return jobs.done(job);
  const { project, runNumber: run } = clusterRun;
  const lost = lostTries(job, hostJob.storedTry);
  const giveBack = () => jobs.giveBack(job, (next) => cluster.hostJobs.noteTry(job.key, next));
  const hasStored = async () => {
    const current = await cluster.hostJobs.find(job.key);
    return current === null || lostTries(job, current.storedTry) === 0;
  };
  if (lost === MOST_DEATHS - 1 && !context.tryAlone(job, hasStored)) return giveBack();
  const work = new WorkOnHostJob(context, job, clusterRun, hostJob);
  const outcome = await work.run({ isGivenUp: lost >= MOST_DEATHS });
  if (outcome === 'ended') {
    await jobs.done(job);
    onEvent({ event: 'ended', project, run, host, how: 'done' });
  } else {
    if (outcome === 'given back') await giveBack();
    onEvent({ event: outcome, project, run, host });
  }
}

class WorkOnHostJob {
  readonly #context: WorkerContext;
  readonly #job: HostJob;
  readonly #clusterRun: ClusterRun;
  readonly #hostJob: HostJobRecord;
  readonly #lease: RunLease;
  readonly #fenced: FencedHostJob;
  readonly #stopping = new AbortController();
  #pausedBecause: string | null;
  #visit: HostJobRun | null = null;

  constructor(context: WorkerContext, job: HostJob, clusterRun: ClusterRun, hostJob: HostJobRecord) {
    const { cluster, jobs } = context;
    this.#context = context;
    this.#job = job;
    this.#clusterRun = clusterRun;
    this.#hostJob = hostJob;
    this.#pausedBecause = clusterRun.pauseReason;
    this.#lease = new RunLease(jobs, job);
    this.#fenced = cluster.forHostJob(job.key, hostJob.lastCommit, this.#lease, {
      jobs,
      job,
      progress: () => this.#progress(),
    });
    context.onLeased({
      job,
      lease: this.#lease,
      clusterRunId: clusterRun.jobId,
      pause: (reason) => this.#pause(reason),
    });
  }

  async run({ isGivenUp }: { readonly isGivenUp: boolean }): Promise<Outcome> {
    try {
      if (isGivenUp) {
        await this.#giveUp();
        return 'ended';
      }
      const outcome = this.#pausedBecause === null ? await this.#work() : 'interrupted';
      if (this.#lease.signal.aborted) return 'lost';
      if (outcome === 'interrupted' && this.#pausedBecause === null) return 'given back';
      if (outcome !== 'ended') await this.#end(this.#pausedBecause ?? '');
      return 'ended';
    } catch (error) {
      if (this.#lease.signal.aborted) return 'lost';
      if (passesByItself(error)) throw error;
      // A run that was started from the command line holds the project.
      if (error instanceof StoreError && error.code === 'STORE_LOCKED') return 'given back';
      await this.#end(`${this.#job.key.host}: ${messageOf(error)}`);
      return 'ended';
    }
  }

  /** 'over' when the run is no longer under way. */
  async #work(): Promise<'ended' | 'interrupted' | 'over'> {
    const { cluster, dependencies, hostLeases, claims, onEvent, isStopping } = this.#context;
    const { project, request, runNumber: run } = this.#clusterRun;
    const { runId, host } = this.#job.key;
    const known = await cluster.store.projects.find(project);
    if (known === null) return 'over';
    const claim = await claims.take(known.id);
    const leases = hostLeases.open(this.#lease);
    try {
      const opened = { request: readRequest(request), runId, signal: this.#stopping.signal };
      const given = { ...dependencies, store: this.#fenced.store, hostLeases: leases };
      const shared = await openHostJob(given, opened, this.#hostJob);
      if (shared === null) return 'over';
      const visit = await HostJobRun.open({
        shared,
        hostJob: this.#hostJob,
        fenced: this.#fenced,
        waiting: () => cluster.hostJobs.waiting(runId),
      });
      this.#visit = visit;
      onEvent({ event: 'taken', project, run, host });
      if (isStopping()) this.#pause();
      try {
        return await visit.run();
      } finally {
        await visit.close();
      }
    } finally {
      await hostLeases.close(leases);
      await claim.release();
    }
  }

  /** Pauses the host job without doing any of its work. The run visits the other hosts, and then rests. */
  async #giveUp(): Promise<void> {
    const { cluster, onEvent } = this.#context;
    const { project } = this.#clusterRun;
    const known = await cluster.store.projects.find(project);
    const run = known === null ? null : await cluster.store.runs.latest(known.id);
    const reason = `${this.#job.key.host}: ${restReason}`;
    onEvent({ event: 'trouble', message: `The run of "${project}" leaves out ${reason}` });
    await this.#end(reason, run === null ? null : endOfRest(run, await cluster.now()));
  }

  /** Pauses the host job; it continues when the run does. */
  async #end(reason: string, resumeAt: number | null = null): Promise<void> {
    const end = { state: 'paused', reason, resumeAt } as const;
    await this.#fenced.end({ end, progress: this.#progress() });
  }

  #pause(reason: string | undefined = undefined): void {
    if (!this.#stopping.signal.aborted) this.#pausedBecause ??= reason ?? null;
    this.#stopping.abort();
  }

  #progress(): HostJobProgress {
    const { bytes, queued } = this.#visit?.progress() ?? this.#hostJob.counts;
    return { bytes, queued };
  }
}
