import { type BegunRun, beginRun } from '../../crawl/run/begin-run.ts';
import { planPages } from '../../crawl/run/page-run.ts';
import type { RunEnding, RunHandle } from '../../crawl/run/run-request.ts';
import { pageLimitInWords } from '../../crawl/run/run-settings.ts';
import { visitWhole } from '../../crawl/run/start-run.ts';
import { type Run, wasCutOff } from '../../crawl/tables/records.ts';
import { StoreError } from '../../database/errors.ts';
import { passesByItself } from '../../database/postgres/postgres-failure.ts';
import {
  asDistributed,
  type DistributedRun,
  finishDistributed,
  hasSessionIds,
  openDistributed,
} from './distributed-run.ts';
import {
  failureOf,
  noProgress,
  type ReportedEnding,
  readRequest,
  reportOf,
  unbegunReport,
  withdrawnEnding,
} from './handed-run-report.ts';
import type { HostGate } from './host-gate.ts';
import type { WorkTools } from './leased-work.ts';
import type { RunJob } from './run-jobs.ts';
import { RunLease } from './run-lease.ts';
import type { HandedRun } from './tables/handed-runs.ts';
import type { HostJobRecord } from './tables/host-job-records.ts';
import type { FencedRun } from './tables/open-cluster-store.ts';

/** How the work on a job ended; `planned`: the run goes on as host jobs. */
type Outcome = ReportedEnding | 'planned' | 'lost' | 'given back';

/** Works on a job of the queue of runs: visits a whole run, plans a shared one, or does what is left at its end. */
export async function workOnRun(tools: WorkTools, job: RunJob): Promise<void> {
  const { cluster, jobs, node, onEvent } = tools;
  const { handedId, isEnd } = job;
  const found = await cluster.handed.find(handedId);
  if (found === null || found.ending !== null) return jobs.done(job);
  // It was planned, and its worker died before it could say so.
  if (!isEnd && found.runId !== null) return jobs.done(job);
  const latest = await latestRun(tools, found.project);
  const taken = await cluster.handed.take(handedId, node.id, finishedUntil(latest));
  if (taken === null) return jobs.done(job);
  // A user withdrew it after a worker had taken it, which then ended.
  if (taken.pauseReason !== null && taken.runNumber === null)
    return end(tools, job, withdrawnEnding(taken.project, taken.pauseReason));
  if (!isEnd && latest !== null && isOver(taken, latest)) return end(tools, job, endingOf(latest));
  const work = new WorkOnRun(tools, job, taken);
  const outcome = await work.run();
  const { project } = taken;
  const run = work.number;
  if (outcome === 'lost') onEvent({ event: 'lost', project, run });
  else if (outcome === 'given back') {
    await jobs.giveBack(job);
    onEvent({ event: 'given back', project, run });
  } else if (outcome === 'planned') await jobs.done(job);
  else {
    await end(tools, job, outcome);
    const how = outcome.kind === 'failed' ? outcome.message : outcome.ending.state;
    onEvent({ event: 'ended', project, run, how });
  }
}

class WorkOnRun {
  readonly #tools: WorkTools;
  readonly #job: RunJob;
  readonly #handed: HandedRun;
  readonly #lease: RunLease;
  readonly #fenced: FencedRun;
  #handle: RunHandle | null = null;
  #reported = '';
  number: number | null;

  constructor(tools: WorkTools, job: RunJob, handed: HandedRun) {
    const { cluster, jobs } = tools;
    this.#tools = tools;
    this.#job = job;
    this.#handed = handed;
    this.number = handed.runNumber;
    this.#lease = new RunLease(jobs, job);
    this.#fenced = cluster.forRun(handed.jobId, handed.batch, this.#lease);
    tools.onLeased({
      job,
      lease: this.#lease,
      handedId: handed.jobId,
      pause: (reason) => this.#handle?.pause(reason),
      tell: () => this.#tell(),
    });
  }

  async run(): Promise<Outcome> {
    const { gates } = this.#tools;
    const gate = gates.open(this.#lease);
    try {
      return this.#job.isEnd ? await this.#finish(gate) : await this.#begin(gate);
    } catch (error) {
      if (this.#lease.signal.aborted) return 'lost';
      if (passesByItself(error)) throw error;
      // A command that was typed by hand has the project: it is tried again.
      if (this.#job.isEnd && error instanceof StoreError && error.code === 'STORE_LOCKED')
        return 'given back';
      return failureOf(error);
    } finally {
      await gates.close(gate);
    }
  }

  async #begin(gate: HostGate): Promise<Outcome> {
    const request = readRequest(this.#handed.request);
    const begun = await beginRun(this.#dependencies(gate), request);
    this.number = begun.context.run.number;
    const isShared = await this.#plan(begun).catch(async (error: unknown) => {
      await begun.claim.release();
      throw error;
    });
    if (!isShared) return this.#visit(begun);
    // Those who visit the host jobs claim the project together.
    await begun.claim.release();
    await this.#fenced.openHostJobs(begun.context.run.id, this.#tools.jobs);
    return 'planned';
  }

  async #visit(begun: BegunRun): Promise<Outcome> {
    const { isStopping, onEvent } = this.#tools;
    const handle = await visitWhole(begun);
    this.#handle = handle;
    if (isStopping()) handle.pause();
    onEvent({ event: 'taken', project: handle.project, run: handle.number });
    await this.#tell();
    const ending = await handle.ended;
    if (this.#lease.signal.aborted) return 'lost';
    return isStopping() && ending.reason === 'interrupted' ? 'given back' : { kind: 'ended', ending };
  }

  /** Prepares the run for several workers. False when one has to visit all hosts. */
  async #plan(begun: BegunRun): Promise<boolean> {
    const { cluster, onEvent } = this.#tools;
    const { jobId, project } = this.#handed;
    const shared = await asDistributed(begun);
    if (shared === null) return false;
    const { run } = shared.context;
    onEvent({ event: 'taken', project, run: run.number });
    const report = JSON.stringify(unbegunReport(shared.context));
    await cluster.handed.note(jobId, { runNumber: run.number, report });
    await planPages(shared.context, shared.protocol);
    // Two looks at the start may have shown ids in addresses.
    return !(await hasSessionIds(this.#fenced.store, shared.context.project.id));
  }

  async #finish(gate: HostGate): Promise<Outcome> {
    const { cluster, jobs } = this.#tools;
    const { runId, project, request, pauseReason } = this.#handed;
    const { signal } = this.#lease;
    const opened = { request: readRequest(request), runId: runId ?? 0, signal };
    const shared = await openDistributed(this.#dependencies(gate), opened);
    if (shared === null || runId === null) {
      const latest = await latestRun(this.#tools, project);
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

  /** Whether host jobs stopped at the limit of pages, and others did not use up what they were allowed. */
  #mayVisitMore({ context }: DistributedRun, hostJobs: readonly HostJobRecord[]): boolean {
    const { settings } = context.definition;
    const { granted, pauseReason } = this.#handed;
    if (settings.maxPages === null || pauseReason !== null || granted >= settings.maxPages) return false;
    const atLimit = pageLimitInWords(settings);
    return hostJobs.some(({ state, reason }) => state === 'paused' && reason === atLimit);
  }

  #dependencies(turns: HostGate) {
    return { ...this.#tools.dependencies, store: this.#fenced.store, turns };
  }

  async #tell(): Promise<void> {
    if (this.#handle === null) return;
    const report = JSON.stringify(reportOf(this.#handle));
    if (report === this.#reported) return;
    this.#reported = report;
    await this.#tools.cluster.handed.note(this.#handed.jobId, { runNumber: this.#handle.number, report });
  }
}

/** The ending first: a worker that gets the job again sees that there is nothing left to do. */
async function end({ cluster, jobs }: WorkTools, job: RunJob, ending: ReportedEnding): Promise<void> {
  await cluster.handed.end(job.handedId, JSON.stringify(ending));
  await jobs.done(job);
}

async function latestRun({ cluster }: WorkTools, name: string): Promise<Run | null> {
  const project = await cluster.store.projects.find(name);
  return project === null ? null : cluster.store.runs.latest(project.id);
}

/** No finished run of the project has a higher number. */
function finishedUntil(latest: Run | null): number {
  if (latest === null) return 0;
  return latest.state === 'finished' ? latest.number : latest.number - 1;
}

/** Whether the worker before came to the end of the run, and not to telling so. */
function isOver({ finishedBefore, runNumber }: HandedRun, latest: Run): boolean {
  if (latest.state === 'finished') return latest.number > (finishedBefore ?? 0);
  return latest.number === runNumber && latest.state === 'paused' && !wasCutOff(latest);
}

/** As its record tells it; what it counted is gone with its worker. */
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
