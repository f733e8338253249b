import { randomUUID } from 'node:crypto';
import type { Config } from '../../config/index.ts';
import type { RunRequest } from '../../crawl/run/run-request.ts';
import type { StatementRunner } from '../../database/postgres/statement-runner.ts';
import { withdrawnEnding } from './cluster-run-report.ts';
import { ClusterError } from './errors.ts';
import { RunJobs } from './run-jobs.ts';
import type { DeadLetter } from './tables/job-queues.ts';
import type { ClusterStore } from './tables/open-cluster-store.ts';
import type { HostJobKey } from './tables/open-host-jobs.ts';

export const showQueue = async ({ queues, runs }: Pick<ClusterStore, 'queues' | 'runs'>) => ({
  queues: await queues.counts(),
  waitingRuns: await runs.waiting(),
  deadLetters: await queues.deadLetters(),
});

/** Ends a run that waits for a worker; `reason` says who asked for it. Throws CLUSTER_NOTHING_WAITS. */
export async function withdrawRun(
  { runs }: Pick<ClusterStore, 'runs'>,
  config: Config,
  { project, reason }: { readonly project: string; readonly reason: string },
): Promise<void> {
  const why = { ending: JSON.stringify(withdrawnEnding(project, reason)), reason };
  await withJobs(config, async (jobs) => {
    if ((await runs.withdraw(project, why, (id, statements) => jobs.withdraw(id, statements))) !== null)
      return;
    const open = await runs.openOf(project);
    const state =
      open === null ? 'There is none' : `Run ${open.runNumber} has begun: stop it, then it pauses`;
    throw new ClusterError('CLUSTER_NOTHING_WAITS', `No run of "${project}" waits for a worker. ${state}.`);
  });
}

/** Retries a job that was given up; if its run has ended since, starts another run of its project. Throws CLUSTER_DEAD_LETTER_UNKNOWN. */
export async function retryDeadLetter(
  cluster: ClusterStore,
  config: Config,
  id: string,
): Promise<DeadLetter> {
  const letter = await deadLetter(cluster, id);
  const { clusterRunId, jobId, project } = letter;
  await withJobs(config, async (jobs) => {
    const retry = (statements: StatementRunner) => jobs.retryGivenUp(letter, statements);
    const hostJob = await hostJobOf(cluster, letter);
    const goesOn =
      hostJob === null
        ? await cluster.runs.reopen(clusterRunId, retry)
        : await cluster.hostJobs.reopen(hostJob, jobId, retry);
    if (goesOn) return;
    const request: RunRequest = { project, url: null, onlyDue: false };
    const next = { jobId: randomUUID(), project, request: JSON.stringify(request) };
    await cluster.runs.add(next, (statements) => jobs.send(next.jobId, project, statements));
    await jobs.removeDeadLetter(letter);
  });
  return letter;
}

async function hostJobOf(
  { runs }: ClusterStore,
  { clusterRunId, host }: DeadLetter,
): Promise<HostJobKey | null> {
  const runId = (await runs.find(clusterRunId))?.runId ?? null;
  return host === null || runId === null ? null : { clusterRunId, runId, host };
}

/** The job stays given up; its project can be run again. Throws CLUSTER_DEAD_LETTER_UNKNOWN. */
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

/** Whether a run of the project waits for a worker. */
export async function waitsForWorker(
  { runs }: Pick<ClusterStore, 'runs'>,
  project: string,
): Promise<boolean> {
  const open = await runs.openOf(project);
  return open !== null && open.runNumber === null;
}
