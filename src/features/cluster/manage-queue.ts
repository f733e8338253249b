import { randomUUID } from 'node:crypto';
import type { Config } from '../../config/index.ts';
import type { RunRequest } from '../../crawl/run/run-request.ts';
import type { StatementRunner } from '../../database/postgres/statement-runner.ts';
import { ClusterError } from './errors.ts';
import { withdrawnEnding } from './handed-run-report.ts';
import { RunJobs } from './run-jobs.ts';
import type { DeadLetter, QueueCounts } from './tables/job-queues.ts';
import type { ClusterStore } from './tables/open-cluster-store.ts';
import type { HostJobPlace } from './tables/open-hosts.ts';

interface ShownQueue {
  readonly queues: readonly QueueCounts[];
  /** Runs that no worker has begun with, the oldest first. */
  readonly waitingRuns: readonly { readonly project: string; readonly since: number }[];
  readonly deadLetters: readonly DeadLetter[];
}

export async function showQueue({
  queues,
  handed,
}: Pick<ClusterStore, 'queues' | 'handed'>): Promise<ShownQueue> {
  return {
    queues: await queues.counts(),
    waitingRuns: await handed.waiting(),
    deadLetters: await queues.deadLetters(),
  };
}

/** Lets a run that waits for a worker never begin. `reason` says who wants so. Throws CLUSTER_NOTHING_WAITS. */
export async function withdrawRun(
  { handed }: Pick<ClusterStore, 'handed'>,
  config: Config,
  { project, reason }: { readonly project: string; readonly reason: string },
): Promise<void> {
  const why = { ending: JSON.stringify(withdrawnEnding(project, reason)), reason };
  await withJobs(config, async (jobs) => {
    const run = await handed.withdraw(project, why, (id, statements) => jobs.withdraw(id, statements));
    if (run !== null) return;
    const open = await handed.openOf(project);
    const state =
      open === null ? 'There is none' : `Run ${open.runNumber} has begun: stop it, then it pauses`;
    throw new ClusterError('CLUSTER_NOTHING_WAITS', `No run of "${project}" waits for a worker. ${state}.`);
  });
}

/** Lets a job that was given up take its turn again, or its project, if the run has ended since. Throws CLUSTER_DEAD_LETTER_UNKNOWN. */
export async function retryDeadLetter(
  cluster: ClusterStore,
  config: Config,
  id: string,
): Promise<DeadLetter> {
  const letter = await deadLetter(cluster, id);
  const { handedId, jobId, project } = letter;
  await withJobs(config, async (jobs) => {
    const retry = (statements: StatementRunner) => jobs.retryGivenUp(letter, statements);
    const hostJob = await hostJobOf(cluster, letter);
    const goesOn =
      hostJob === null
        ? await cluster.handed.reopen(handedId, retry)
        : await cluster.hostJobs.reopen(hostJob, jobId, retry);
    if (goesOn) return;
    const request: RunRequest = { project, url: null, onlyDue: false };
    const anew = { jobId: randomUUID(), project, request: JSON.stringify(request) };
    await cluster.handed.add(anew, (statements) => jobs.send(anew.jobId, project, statements));
    await jobs.removeDeadLetter(letter);
  });
  return letter;
}

async function hostJobOf(
  { handed }: ClusterStore,
  { handedId, host }: DeadLetter,
): Promise<HostJobPlace | null> {
  const runId = (await handed.find(handedId))?.runId ?? null;
  return host === null || runId === null ? null : { handedId, runId, host };
}

/** The job stays given up; its project can be run anew. Throws CLUSTER_DEAD_LETTER_UNKNOWN. */
export async function removeDeadLetter(
  cluster: ClusterStore,
  config: Config,
  id: string,
): Promise<DeadLetter> {
  const letter = await deadLetter(cluster, id);
  await withJobs(config, (jobs) => jobs.removeDeadLetter(letter));
  return letter;
}

async function deadLetter({ queues }: ClusterStore, id: string): Promise<DeadLetter> {
  const found = (await queues.deadLetters()).find((letter) => letter.id === id);
  if (found !== undefined) return found;
  throw new ClusterError(
    'CLUSTER_DEAD_LETTER_UNKNOWN',
    `There is no dead letter "${id}". "tidemark queue ls" lists them with their ids.`,
  );
}

async function withJobs(
  { databaseUrl }: Pick<Config, 'databaseUrl'>,
  work: (jobs: RunJobs) => Promise<void>,
): Promise<void> {
  const jobs = await RunJobs.open(databaseUrl, () => undefined);
  try {
    await work(jobs);
  } finally {
    await jobs.close();
  }
}

/** Whether a run of the project was handed to workers, of which none has begun with it. `cluster` is null where there are none. */
export async function waitsForWorker(
  cluster: Pick<ClusterStore, 'handed'> | null,
  project: string,
): Promise<boolean> {
  const handed = (await cluster?.handed.openOf(project)) ?? null;
  return handed !== null && handed.runNumber === null;
}
