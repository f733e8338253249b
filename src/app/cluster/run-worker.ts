import { setTimeout } from 'node:timers/promises';
import { TidemarkError } from '../../base/index.ts';
import { type JobTry, type RunJobs, RunLease } from '../../cluster/index.ts';
import type { ClusterStore, HandedRun, Run, WantedOfNode } from '../../store/index.ts';
import type { RunEnding, RunHandle, RunSurroundings } from '../run/run-request.ts';
import { startRun } from '../run/start-run.ts';
import { wasCutOff } from '../watch/planned-runs.ts';
import { failureOf, readRequest, reportOf, type ToldEnding } from './handed-run-report.ts';
import { machineLoad, type NodeFacts } from './node-facts.ts';

/** How often jobs are looked for and signs of life are given, in milliseconds. */
const BEAT = 1000;

export interface RunWorkerParts {
  readonly cluster: ClusterStore;
  readonly jobs: RunJobs;
  readonly node: NodeFacts;
  /** Runs at the same time. */
  readonly most: number;
  /** What runs use besides the database. */
  readonly surroundings: Omit<RunSurroundings, 'store'>;
  /** Whether to take anything now, beyond what the operator wants. Default: always. */
  readonly mayTake?: () => boolean;
  readonly onEvent: (event: WorkerEvent) => void;
}

export type WorkerEvent =
  | { readonly event: 'taken' | 'lost' | 'given back'; readonly project: string; readonly run: number | null }
  | { readonly event: 'ended'; readonly project: string; readonly run: number | null; readonly how: string }
  | { readonly event: 'paused' | 'resumed' }
  | { readonly event: 'trouble'; readonly message: string };

interface HeldRun {
  readonly job: JobTry;
  readonly lease: RunLease;
  readonly project: string;
  run: RunHandle | null;
  told: string;
}

/** Takes runs of the cluster and works on them. One loop gives the signs of life of all, and looks for more. */
export class RunWorker {
  readonly #parts: RunWorkerParts;
  readonly #held = new Map<string, HeldRun>();
  readonly #working = new Set<Promise<void>>();
  readonly #stopping = new AbortController();
  #wanted: WantedOfNode = 'work';

  constructor(parts: RunWorkerParts) {
    this.#parts = parts;
  }

  /** Works until it is stopped, or drained by an operator. Throws STORE_TOO_NEW when a newer Tidemark has taken over the database. */
  async work(): Promise<void> {
    const { cluster, node } = this.#parts;
    let failure: unknown = null;
    await this.#join();
    while (!this.#isStopping && failure === null) {
      try {
        await this.#beat();
      } catch (error) {
        if (error instanceof TidemarkError && error.code === 'STORE_TOO_NEW') failure = error;
        else this.#trouble(error);
      }
      if (failure === null)
        await setTimeout(BEAT, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
    }
    this.stop();
    const beating = this.#keepHolding();
    await Promise.all(this.#working);
    await beating;
    await cluster.nodes.leave(node.id).catch((error: unknown) => this.#trouble(error));
    if (failure !== null) throw failure;
  }

  /** Runs pause, and go on elsewhere. `work` returns when all of them are stored. */
  stop(): void {
    this.#stopping.abort();
    for (const { run } of this.#held.values()) run?.pause();
  }

  get #isStopping(): boolean {
    return this.#stopping.signal.aborted || this.#wanted === 'drain';
  }

  async #beat(): Promise<void> {
    const { cluster, jobs, node, most, mayTake = () => true } = this.#parts;
    await this.#hold();
    const wanted = await cluster.nodes.signOfLife(node.id, { runs: this.#held.size, load: machineLoad() });
    if (wanted === null) await this.#join();
    this.#want(wanted ?? 'work');
    await cluster.refuseNewerSchema();
    await this.#tell();
    if (this.#wanted !== 'work' || !mayTake() || this.#held.size >= most) return;
    for (const job of await jobs.take(most - this.#held.size)) this.#begin(job);
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

  /** One statement for all runs. Those that belong to somebody else by now are let go. */
  async #hold(): Promise<void> {
    const held = [...this.#held.values()];
    const still = await this.#parts.jobs.hold(held.map(({ job }) => job));
    for (const { job, lease } of held) {
      // One that has ended meanwhile is not held any more, and was not lost.
      if (still.has(job.id)) lease.noteHeld();
      else if (this.#held.has(job.id)) this.#lose(job.id);
    }
  }

  #lose(id: string): void {
    const held = this.#held.get(id);
    held?.lease.lose();
    held?.run?.pause();
  }

  /** Signs of life while the last runs come to their end. */
  async #keepHolding(): Promise<void> {
    while (this.#held.size > 0) {
      await this.#hold().catch((error: unknown) => this.#trouble(error));
      await setTimeout(BEAT / 4);
    }
  }

  /** Tells how far the runs are, and learns which of them are to be paused. */
  async #tell(): Promise<void> {
    const { handed } = this.#parts.cluster;
    const running = [...this.#held.values()].filter(({ run }) => run !== null);
    const found = await handed.among(running.map(({ job }) => job.id));
    for (const { jobId, pauseReason } of found)
      if (pauseReason !== null) this.#held.get(jobId)?.run?.pause(pauseReason);
    for (const held of running) {
      if (held.run === null) continue;
      const report = JSON.stringify(reportOf(held.run));
      if (report === held.told) continue;
      held.told = report;
      await handed.note(held.job.id, { runNumber: held.run.number, report });
    }
  }

  #begin(job: JobTry): void {
    const work = this.#workOn(job)
      .catch((error: unknown) => this.#trouble(error))
      .finally(() => {
        this.#held.delete(job.id);
        this.#working.delete(work);
      });
    this.#working.add(work);
  }

  async #workOn(job: JobTry): Promise<void> {
    const { cluster, jobs, node } = this.#parts;
    const found = await cluster.handed.find(job.id);
    if (found === null || found.ending !== null) return jobs.done(job);
    const project = await cluster.store.projects.find(found.project);
    const latest = project === null ? null : await cluster.store.runs.latest(project.id);
    const taken = (await cluster.handed.take(job.id, node.id, finishedUntil(latest))) ?? found;
    if (latest !== null && isOver(taken, latest)) return this.#end(job, endingOf(latest));
    const lease = new RunLease(jobs, job, taken.batch);
    const held: HeldRun = { job, lease, project: taken.project, run: null, told: '' };
    this.#held.set(job.id, held);
    const ending = await this.#run(held, taken);
    if (ending === 'lost') {
      this.#parts.onEvent({ event: 'lost', project: held.project, run: held.run?.number ?? null });
    } else if (ending === 'given back') {
      await jobs.giveBack(job);
      this.#parts.onEvent({ event: 'given back', project: held.project, run: held.run?.number ?? null });
    } else {
      await this.#end(job, ending);
      const how = ending.kind === 'failed' ? ending.message : ending.ending.state;
      this.#parts.onEvent({ event: 'ended', project: held.project, run: held.run?.number ?? null, how });
    }
  }

  async #run(held: HeldRun, { request }: HandedRun): Promise<ToldEnding | 'lost' | 'given back'> {
    const { cluster, surroundings, onEvent } = this.#parts;
    const { lease, job } = held;
    try {
      const store = cluster.fencedBy(lease);
      const mayAsk = () => lease.mayAsk();
      const run = await startRun({ ...surroundings, store, mayAsk }, readRequest(request));
      held.run = run;
      if (this.#isStopping) run.pause();
      onEvent({ event: 'taken', project: run.project, run: run.number });
      await cluster.handed.note(job.id, { runNumber: run.number, report: JSON.stringify(reportOf(run)) });
      const ending = await run.ended;
      if (lease.signal.aborted) return 'lost';
      return this.#isStopping && ending.reason === 'interrupted' ? 'given back' : { kind: 'ended', ending };
    } catch (error) {
      if (lease.signal.aborted) return 'lost';
      return failureOf(error);
    }
  }

  /** The ending first: whoever gets the job again sees that there is nothing left to do. */
  async #end(job: JobTry, ending: ToldEnding): Promise<void> {
    await this.#parts.cluster.handed.end(job.id, JSON.stringify(ending));
    await this.#parts.jobs.done(job);
  }

  #trouble(error: unknown): void {
    this.#parts.onEvent({
      event: 'trouble',
      message: error instanceof Error ? error.message : String(error),
    });
  }
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
function endingOf({ state, pauseReason, resumeAt }: Run): ToldEnding {
  const nothing = { pages: 0, errors: 0, leftOut: 0, bytes: 0, queued: 0, inFlight: 0, hosts: 0, ms: 0 };
  const ending: RunEnding = {
    ...{ ...nothing, reason: pauseReason, resumeAt, rules: [], notices: [] },
    state: state === 'finished' ? 'finished' : 'paused',
  };
  return { kind: 'ended', ending };
}
