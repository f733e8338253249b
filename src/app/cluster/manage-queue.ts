import { ClusterError, RunJobs } from '../../cluster/index.ts';
import type { Config } from '../../config/index.ts';
import type { ClusterStore, DeadLetter, QueueCounts } from '../../store/index.ts';

export interface ShownQueue {
  readonly queues: readonly QueueCounts[];
  readonly deadLetters: readonly DeadLetter[];
}

export async function showQueue({ queues }: Pick<ClusterStore, 'queues'>): Promise<ShownQueue> {
  return { queues: await queues.counts(), deadLetters: await queues.deadLetters() };
}

/** Lets a job that was given up take its turn again. Throws CLUSTER_DEAD_LETTER_UNKNOWN. */
export async function retryDeadLetter(
  cluster: ClusterStore,
  config: Config,
  id: string,
): Promise<DeadLetter> {
  const letter = await deadLetter(cluster, id);
  await withJobs(config, (jobs) =>
    cluster.handed.reopen(letter.jobId, (statements) => jobs.retryGivenUp(letter, statements)),
  );
  return letter;
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
