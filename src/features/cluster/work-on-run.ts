import { type BegunRun, beginRun } from '../../crawl/run/begin-run.ts';
import { MOST_DEATHS, pauseGivenUp } from '../../crawl/run/given-up-run.ts';
import { planPages } from '../../crawl/run/page-run.ts';
import type { RunEnding, RunHandle } from '../../crawl/run/run-request.ts';
import { pageLimitInWords } from '../../crawl/run/run-settings.ts';
import { noProgress } from '../../crawl/run/run-totals.ts';
import { visitWhole } from '../../crawl/run/start-run.ts';
import { type Run, wasCutOff } from '../../crawl/tables/run.ts';
import { StoreError } from '../../database/errors.ts';
import { passesByItself } from '../../database/postgres/postgres-failure.ts';
import {
  failureOf,
  type ReportedEnding,
  readRequest,
  reportOf,
  restReason,
  unbegunReport,
  withdrawnEnding,
} from './cluster-run-report.ts';
import {
  asDistributed,
  type DistributedRun,
  finishDistributed,
  hasSessionIds,
  openDistributed,
} from './distributed-run.ts';
import { ClusterError } from './errors.ts';
import type { RunHostLeases } from './run-host-leases.ts';
import type { RunJob } from './run-jobs.ts';
import { RunLease } from './run-lease.ts';
import type { ClusterRun, HostJobRecord } from './tables/cluster-tables.ts';
import type { FencedRun } from './tables/open-cluster-store.ts';
import { lostTries } from './tables/stored-try.ts';
import type { WorkerContext } from './worker-context.ts';

/** How the work on a job ended; `planned`: the run continues as host jobs. */
type Outcome = ReportedEnding | 'planned' | 'lost' | 'given back';

/** Works on a job of the queue of runs: visits a whole run, plans a distributed one, or finishes it. */
export async function workOnRun(context: WorkerContext, job: RunJob): Promise<void> {
  const { cluster, jobs, node, onEvent } = context;
  const { clusterRunId, isEnd } = job;
  const found = await cluster.runs.find(clusterRunId);
  if (found === null || found.ending !== null) return jobs.done(job);
  // The run was planned, and its worker died before it deleted the job.
  if (!isEnd && found.runId !== null) return jobs.done(job);
  const latest = await latestRun(context, found.project);
  const taken = await cluster.runs.take(clusterRunId, node.id, finishedUntil(latest));
  if (taken === null) return jobs.done(job);
  // A user withdrew the run after a worker had taken it, and that worker died.
  if (taken.pauseReason !== null && taken.runNumber === null)
    return end(context, job, withdrawnEnding(taken.project, taken.pauseReason));
  if (!isEnd && latest !== null && isOver(taken, latest)) return end(context, job, endingOf(latest));
  const lost = lostTries(job, taken.storedTry);
  const giveBack = () => jobs.giveBack(job, (next) => cluster.runs.noteTry(job.clusterRunId, next));
  const hasStored = async () => {
    const current = await cluster.runs.find(clusterRunId);
    return current === null || lostTries(job, current.storedTry) === 0;
  };
  if (lost === MOST_DEATHS - 1 && !context.tryAlone(job, hasStored)) return giveBack();
  const work = new WorkOnRun(context, job, taken);
  const outcome = await work.run({ isGivenUp: lost >= MOST_DEATHS });
  const { project } = taken;
  const run = work.number;
  if (outcome === 'lost') onEvent({ event: 'lost', project, run });
  else if (outcome === 'given back') {
    await giveBack();
    onEvent({ event: 'given back', project, run });
  } else if (outcome === 'planned') await jobs.done(job);
  else {
    await end(context, job, outcome);
    const how = outcome.kind === 'failed' ? outcome.message : outcome.ending.state;
    onEvent({ event: 'ended', project, run, how });
  }
}

class WorkOnRun {
  readonly #context: WorkerContext;
  readonly #job: RunJob;
  readonly #run: ClusterRun;
  readonly #lease: RunLease;
  readonly #fenced: FencedRun;
  #handle: RunHandle | null = null;
  #reported = '';
  number: number | null;

  constructor(context: WorkerContext, job: RunJob, clusterRun: ClusterRun) {
    const { cluster, jobs } = context;
    this.#context = context;
    this.#job = job;
    this.#run = clusterRun;
    this.number = clusterRun.runNumber;
    this.#lease = new RunLease(jobs, job);
    this.#fenced = cluster.forRun(clusterRun.jobId, clusterRun.lastCommit, this.#lease, job);
    context.onLeased({
      job,
      lease: this.#lease,
      clusterRunId: clusterRun.jobId,
      pause: (reason) => this.#handle?.pause(reason),
      report: () => this.#report(),
    });
  }

  async run({ isGivenUp }: { readonly isGivenUp: boolean }): Promise<Outcome> {
    const { hostLeases } = this.#context;
    const leases = hostLeases.open(this.#lease);
    try {
      if (isGivenUp) return await this.#giveUp();
      return this.#job.isEnd ? await this.#finish(leases) : await this.#begin(leases);
    } catch (error) {
      if (this.#lease.signal.aborted) return 'lost';
      if (passesByItself(error)) throw error;
      // A run that was started from the command line holds the project: retried later.
      if (this.#job.isEnd && error instanceof StoreError && error.code === 'STORE_LOCKED')
        return 'given back';
      return failureOf(error);
    } finally {
      await hostLeases.close(leases);
    }
  }

  /** Pauses the run without doing any of its work. */
  async #giveUp(): Promise<Outcome> {
    const { cluster, onEvent } = this.#context;
    const { project } = this.#run;
    const { store } = this.#fenced;
    const message = `The run of "${project}" rests: ${restReason}`;
    onEvent({ event: 'trouble', message });
    const known = await store.projects.find(project);
    const claim = known === null ? null : await store.projects.claim(known.id);
    try {
      const run = known === null ? null : await store.runs.latest(known.id);
      // Its workers were lost before they recorded that it began.
      if (run?.state !== 'running') return failureOf(new ClusterError('CLUSTER_RUN_GIVEN_UP', message));
      this.number = run.number;
      const resumeAt = await pauseGivenUp(store, run, { reason: restReason, at: await cluster.now() });
      const ending: RunEnding = {
        ...noProgress,
        state: 'paused',
        reason: restReason,
        resumeAt,
        isTrouble: true,
        rules: [],
        notices: [],
      };
      return { kind: 'ended', ending };
    } finally {
      await claim?.release();
    }
  }

  async #begin(leases: RunHostLeases): Promise<Outcome> {
    const request = readRequest(this.#run.request);
    const begun = await beginRun(this.#dependencies(leases), request);
    this.number = begun.context.run.number;
    const isShared = await this.#plan(begun).catch(async (error: unknown) => {
      await begun.claim.release();
      throw error;
    });
    if (!isShared) return this.#visit(begun);
    // The workers of the host jobs claim the project together.
    await begun.claim.release();
    await this.#fenced.openHostJobs(begun.context.run.id, this.#context.jobs);
    return 'planned';
  }

  async #visit(begun: BegunRun): Promise<Outcome> {
    const { isStopping, onEvent } = this.#context;
    const handle = await visitWhole(begun);
    this.#handle = handle;
    if (isStopping()) handle.pause();
    onEvent({ event: 'taken', project: handle.project, run: handle.number });
    await this.#report();
    const ending = await handle.ended;
    if (this.#lease.signal.aborted) return 'lost';
    return isStopping() && ending.reason === 'interrupted' ? 'given back' : { kind: 'ended', ending };
  }

  /** Prepares the run for several workers. False when one worker has to visit all hosts. */
  async #plan(begun: BegunRun): Promise<boolean> {
    const { cluster, onEvent } = this.#context;
    const { jobId, project } = this.#run;
    const shared = await asDistributed(begun);
    if (shared === null) return false;
    const { run } = shared.context;
    onEvent({ event: 'taken', project, run: run.number });
    const report = JSON.stringify(unbegunReport(shared.context));
    await cluster.runs.report(jobId, { runNumber: run.number, report });
    await planPages(shared.context, shared.protocol);
    // The twin fetch of the start may have shown session ids in addresses.
    return !(await hasSessionIds(this.#fenced.store, shared.context.project.id));
  }

  async #finish(leases: RunHostLeases): Promise<Outcome> {
    const { cluster, jobs } = this.#context;
    const { runId, project, request, pauseReason } = this.#run;
    const { signal } = this.#lease;
    const opened = { request: readRequest(request), runId: runId ?? 0, signal };
    const shared = await openDistributed(this.#dependencies(leases), opened);
    if (shared === null || runId === null) {
      const latest = await latestRun(this.#context, project);
      return latest === null ? failureOf(new Error('The run is gone.')) : endingOf(latest);
    }
    const claim = await this.#fenced.store.projects.claim(shared.context.project.id);
    try {
      const hostJobs = await cluster.hostJobs.ofRun(runId);
      if (this.#mayVisitMore(shared, hostJobs)) {
        await this.#fenced.openHostJobs(runId, jobs);
        return 'planned';
      }
      const ending = await finishDistributed(shared, {
        hostJobs,
        totals: await cluster.hostJobs.totals(runId),
        pausedBecause: pauseReason,
        sum: (isFinished) => this.#fenced.sumHostJobs(runId, isFinished),
      });
      return { kind: 'ended', ending };
    } finally {
      await claim.release();
    }
  }

  /** Whether host jobs stopped at the limit of pages while others did not use up their allotted pages. */
  #mayVisitMore({ context }: DistributedRun, hostJobs: readonly HostJobRecord[]): boolean {
    const { settings } = context.definition;
    const { allottedPages, pauseReason } = this.#run;
    if (settings.maxPages === null || pauseReason !== null || allottedPages >= settings.maxPages)
      return false;
    const atLimit = pageLimitInWords(settings);
    return hostJobs.some(({ state, reason }) => state === 'paused' && reason === atLimit);
  }

  #dependencies(hostLeases: RunHostLeases) {
    return { ...this.#context.dependencies, store: this.#fenced.store, hostLeases };
  }

  async #report(): Promise<void> {
    if (this.#handle === null) return;
    const report = JSON.stringify(reportOf(this.#handle));
    if (report === this.#reported) return;
    this.#reported = report;
    await this.#context.cluster.runs.report(this.#run.jobId, { runNumber: this.#handle.number, report });
  }
}

/** Stores the ending before it deletes the job: a worker that gets the job again then sees that nothing is left to do. */
async function end({ cluster, jobs }: WorkerContext, job: RunJob, ending: ReportedEnding): Promise<void> {
  await cluster.runs.end(job.clusterRunId, JSON.stringify(ending));
  await jobs.done(job);
}

async function latestRun({ cluster }: WorkerContext, name: string): Promise<Run | null> {
  const project = await cluster.store.projects.find(name);
  return project === null ? null : cluster.store.runs.latest(project.id);
}

/** A number that no finished run of the project exceeds. */
function finishedUntil(latest: Run | null): number {
  if (latest === null) return 0;
  return latest.state === 'finished' ? latest.number : latest.number - 1;
}

/** Whether the previous worker ended the run and died before it reported that. */
function isOver({ finishedBefore, runNumber }: ClusterRun, latest: Run): boolean {
  if (latest.state === 'finished') return latest.number > (finishedBefore ?? 0);
  return latest.number === runNumber && latest.state === 'paused' && !wasCutOff(latest);
}

/** The ending from the record of the run; its worker died with the counts. */
function endingOf({ state, pauseReason, resumeAt }: Run): ReportedEnding {
  const ending: RunEnding = {
    ...noProgress,
    reason: pauseReason,
    resumeAt,
    rules: [],
    notices: [],
    state: state === 'finished' ? 'finished' : 'paused',
  };
  return { kind: 'ended', ending };
}
