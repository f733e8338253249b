import { sql, type Transaction } from 'kysely';
import type { Tables } from '../../../database/schema.ts';
import type { HostJobKey } from './open-host-jobs.ts';

/** The row that stores the number of a writer's last commit: its cluster run, or its host job. No other writer changes it. */
export type WriterRow =
  | { readonly kind: 'run'; readonly jobId: string }
  | ({ readonly kind: 'host-job' } & Pick<HostJobKey, 'runId' | 'host'>);

export interface NumberedCommit {
  readonly writer: WriterRow;
  readonly number: number;
}

/** Records the numbers of commits, in their transaction. Returns those that were not committed before. */
export async function recordCommits<Commit extends NumberedCommit>(
  db: Transaction<Tables>,
  commits: readonly Commit[],
): Promise<ReadonlySet<Commit>> {
  const recorded = new Set([...(await recordOfRuns(db, commits)), ...(await recordOfHostJobs(db, commits))]);
  return new Set(commits.filter(({ writer }) => recorded.has(keyOf(writer))));
}

const keyOf = (writer: WriterRow): string =>
  writer.kind === 'run' ? writer.jobId : `${writer.runId} ${writer.host}`;

async function recordOfRuns(
  db: Transaction<Tables>,
  commits: readonly NumberedCommit[],
): Promise<readonly string[]> {
  const given = commits.flatMap(({ writer, number }) =>
    writer.kind === 'run' ? [{ jobId: writer.jobId, number }] : [],
  );
  if (given.length === 0) return [];
  const { rows } = await sql<{ jobId: string }>`
    update cluster_run set last_commit = given.number
    from unnest(${given.map(({ jobId }) => jobId)}::text[], ${given.map(({ number }) => number)}::bigint[])
      as given (job_id, number)
    where cluster_run.job_id = given.job_id and cluster_run.last_commit < given.number
    returning cluster_run.job_id as "jobId"`.execute(db);
  return rows.map(({ jobId }) => jobId);
}

async function recordOfHostJobs(
  db: Transaction<Tables>,
  commits: readonly NumberedCommit[],
): Promise<readonly string[]> {
  const given = commits.flatMap(({ writer, number }) =>
    writer.kind === 'host-job' ? [{ ...writer, number }] : [],
  );
  if (given.length === 0) return [];
  const { rows } = await sql<{ runId: number; host: string }>`
    update host_job_work set last_commit = given.number
    from unnest(${given.map(({ runId }) => runId)}::bigint[], ${given.map(({ host }) => host)}::text[],
      ${given.map(({ number }) => number)}::bigint[]) as given (run_id, host, number)
    where host_job_work.run_id = given.run_id and host_job_work.host = given.host
      and host_job_work.last_commit < given.number
    returning host_job_work.run_id as "runId", host_job_work.host`.execute(db);
  return rows.map((row) => keyOf({ kind: 'host-job', ...row }));
}
