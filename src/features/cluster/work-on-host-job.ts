import { messageOf } from '../../base/index.ts';
import { StoreError } from '../../database/errors.ts';
import { passesByItself } from '../../database/postgres/postgres-failure.ts';
import { openHostJob } from './distributed-run.ts';
import { readRequest } from './handed-run-report.ts';
import { HostJobRun } from './host-job-run.ts';
import type { WorkTools } from './leased-work.ts';
import type { HostJob } from './run-jobs.ts';
import { RunLease } from './run-lease.ts';
import type { HandedRun } from './tables/handed-runs.ts';
import type { HostJobProgress, HostJobRecord } from './tables/host-job-records.ts';
import type { FencedHostJob } from './tables/open-cluster-store.ts';

type Outcome = 'ended' | 'lost' | 'given back';

/** Visits one host of a shared run. */
export async function workOnHostJob(tools: WorkTools, job: HostJob): Promise<void> {
  const { cluster, jobs, onEvent } = tools;
  const { handedId, host } = job.place;
  const handed = await cluster.handed.find(handedId);
  const hostJob = await cluster.hostJobs.find(job.place);
  const isOurs = hostJob?.jobId === job.id && hostJob.state === 'open';
  if (handed === null || handed.ending !== null || hostJob === null || !isOurs) return jobs.done(job);
  const { project, runNumber: run } = handed;
  const outcome = await new WorkOnHostJob(tools, job, handed, hostJob).run();
  if (outcome === 'ended') {
    await jobs.done(job);
    onEvent({ event: 'ended', project, run, host, how: 'done' });
  } else {
    if (outcome === 'given back') await jobs.giveBack(job);
    onEvent({ event: outcome, project, run, host });
  }
}

class WorkOnHostJob {
  readonly #tools: WorkTools;
  readonly #job: HostJob;
  readonly #handed: HandedRun;
  readonly #hostJob: HostJobRecord;
  readonly #lease: RunLease;
  readonly #fenced: FencedHostJob;
  readonly #stopping = new AbortController();
  #pausedBecause: string | null;
  #run: HostJobRun | null = null;

  constructor(tools: WorkTools, job: HostJob, handed: HandedRun, hostJob: HostJobRecord) {
    const { cluster, jobs } = tools;
    this.#tools = tools;
    this.#job = job;
    this.#handed = handed;
    this.#hostJob = hostJob;
    this.#pausedBecause = handed.pauseReason;
    this.#lease = new RunLease(jobs, job);
    this.#fenced = cluster.forHostJob(job.place, hostJob.batch, this.#lease, {
      jobs,
      progress: () => this.#progress(),
    });
    tools.onLeased({
      job,
      lease: this.#lease,
      handedId: handed.jobId,
      pause: (reason) => this.#pause(reason),
    });
  }

  async run(): Promise<Outcome> {
    try {
      const outcome = this.#pausedBecause === null ? await this.#visit() : 'interrupted';
      if (this.#lease.signal.aborted) return 'lost';
      if (outcome === 'interrupted' && this.#pausedBecause === null) return 'given back';
      if (outcome !== 'ended') await this.#end(this.#pausedBecause ?? '');
      return 'ended';
    } catch (error) {
      if (this.#lease.signal.aborted) return 'lost';
      if (passesByItself(error)) throw error;
      // A command that was typed by hand has the project.
      if (error instanceof StoreError && error.code === 'STORE_LOCKED') return 'given back';
      const message = messageOf(error);
      await this.#end(`${this.#job.place.host}: ${message}`);
      return 'ended';
    }
  }

  /** 'over' when the run is not under way any more. */
  async #visit(): Promise<'ended' | 'interrupted' | 'over'> {
    const { cluster, dependencies, gates, claims, onEvent, isStopping } = this.#tools;
    const { project, request, runNumber: run } = this.#handed;
    const { runId, host } = this.#job.place;
    const known = await cluster.store.projects.find(project);
    if (known === null) return 'over';
    const claim = await claims.take(known.id);
    const gate = gates.open(this.#lease);
    try {
      const opened = { request: readRequest(request), runId, signal: this.#stopping.signal };
      const given = { ...dependencies, store: this.#fenced.store, turns: gate };
      const shared = await openHostJob(given, opened, this.#hostJob);
      if (shared === null) return 'over';
      const { end, grant } = this.#fenced;
      const waiting = () => cluster.hostJobs.waiting(runId);
      const visit = await HostJobRun.open({ shared, host, before: this.#hostJob, end, grant, waiting });
      this.#run = visit;
      onEvent({ event: 'taken', project, run, host });
      if (isStopping()) this.#pause();
      try {
        return await visit.run();
      } finally {
        await visit.close();
      }
    } finally {
      await gates.close(gate);
      await claim.release();
    }
  }

  /** It goes on when the run does. */
  async #end(reason: string): Promise<void> {
    const end = { state: 'paused', reason, resumeAt: null } as const;
    await this.#fenced.end({ end, progress: this.#progress() });
  }

  #pause(reason: string | undefined = undefined): void {
    if (!this.#stopping.signal.aborted) this.#pausedBecause ??= reason ?? null;
    this.#stopping.abort();
  }

  #progress(): HostJobProgress {
    const { bytes, queued } = this.#run?.progress() ?? this.#hostJob.counts;
    return { bytes, queued };
  }
}
