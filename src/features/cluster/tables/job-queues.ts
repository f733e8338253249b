import { sql } from 'kysely';
import type { Database } from '../../../database/database.ts';

/** The counts of one kind of jobs. */
export interface QueueCounts {
  readonly name: string;
  readonly waiting: number;
  /** How long the oldest job that a worker could take has waited, in milliseconds; 0 when none waits. */
  readonly oldestWaiting: number;
  readonly active: number;
  /** Jobs that were given up: no worker takes them any more. */
  readonly failed: number;
}

/** A job that was given up. */
export interface DeadLetter {
  readonly id: string;
  /** The queue of dead letters that it is in. */
  readonly deadQueue: string;
  /** The queue that it came from. */
  readonly queue: string;
  readonly jobId: string;
  /** The cluster run of the job. */
  readonly clusterRunId: string;
  readonly project: string;
  /** The host, if the job is a host job; null otherwise. */
  readonly host: string | null;
  /** The last reason, in words. */
  readonly reason: string;
  readonly tries: number;
  /** When it was given up, in milliseconds since 1970. */
  readonly at: number;
}

/** A job that was given up while its run is still open. */
type GivenUpJob = {
  readonly jobId: string;
  readonly clusterRunId: string;
  readonly project: string;
  /** Null when the job was not a host job: then no worker continues the run. */
  readonly hostJob: { readonly runId: number; readonly host: string } | null;
};

/** The schema of the job queue. */
export const jobSchema = 'tidemark_jobs';
/** Limit of listed dead letters: a longer list has one cause. */
const MOST = 1000;

/** The cluster run of a job; the first job of a run has the same id as the run. */
const clusterRunOf = (id: string) =>
  sql`coalesce(data ->> 'clusterRunId', data ->> 'ends', ${sql.ref(id)}::text)`;

interface DeadLetterRow extends Omit<DeadLetter, 'reason'> {
  readonly output: string | null;
}

/** Only reads the tables of the job queue; pg-boss writes them. */
export function jobQueues(database: Database) {
  const job = sql.id(jobSchema, 'job');
  const queue = sql.id(jobSchema, 'queue');
  const read = <Row>(statement: ReturnType<typeof sql<Row>>): Promise<readonly Row[]> =>
    database.read(async (db) => {
      const { rows } = await sql<{ there: boolean }>`
        select to_regclass(${`${jobSchema}.job`}) is not null as there`.execute(db);
      return rows[0]?.there === true ? (await statement.execute(db)).rows : [];
    });
  return {
    /** By name, without the queues of dead letters. Empty before the first worker. */
    counts: () =>
      read(sql<QueueCounts>`select queue.name,
          count(*) filter (where job.state in ('created', 'retry')) as waiting,
          coalesce(max(extract(epoch from now() - greatest(job.created_on, job.start_after)) * 1000)
            filter (where job.state in ('created', 'retry') and job.start_after <= now()), 0)::bigint as "oldestWaiting",
          count(*) filter (where job.state = 'active') as active,
          count(*) filter (where job.state in ('failed', 'cancelled')) as failed
        from ${queue} as queue left join ${job} as job on job.name = queue.name
        where not exists (select from ${queue} as other where other.dead_letter = queue.name)
        group by queue.name order by queue.name`),
    async leftBehind(): Promise<{ readonly deadLetters: number; readonly openHostJobs: number }> {
      const [letters] = await read(sql<{ count: number }>`select count(*) as count
        from ${job} where source_id is not null and name <> source_name`);
      const { hostJobs } = await database.read((db) =>
        db
          .selectFrom('cluster_run')
          .select(sql<number>`coalesce(sum(open_host_jobs), 0)::bigint`.as('hostJobs'))
          .where('ended_at', 'is', null)
          .executeTakeFirstOrThrow(),
      );
      return { deadLetters: letters?.count ?? 0, openHostJobs: hostJobs };
    },
    /** The latest first. */
    async deadLetters(): Promise<readonly DeadLetter[]> {
      const rows =
        await read(sql<DeadLetterRow>`select id, name as "deadQueue", source_name as queue, source_id as "jobId",
          ${clusterRunOf('source_id')} as "clusterRunId", data ->> 'host' as host,
          coalesce(data ->> 'project', (select project from cluster_run where job_id = ${clusterRunOf('source_id')}),
            (select project.name from run join project on project.id = project_id where run.id = (data ->> 'runId')::bigint), '') as project,
          source_output::text as output,
          coalesce(source_retry_count, 0) + 1 as tries,
          (extract(epoch from created_on) * 1000)::bigint as at
        from ${job} where source_id is not null and name <> source_name
        order by created_on desc limit ${MOST}`);
      return rows.map(({ output, ...row }) => ({ ...row, reason: reasonIn(output) }));
    },
    async givenUp(): Promise<readonly GivenUpJob[]> {
      const rows = await read(sql<
        Omit<GivenUpJob, 'hostJob'> & { runId: string | null; host: string | null }
      >`
        select id as "jobId", cluster_run.job_id as "clusterRunId", cluster_run.project, data ->> 'runId' as "runId", data ->> 'host' as host
        from ${job} join cluster_run on cluster_run.job_id = ${clusterRunOf('id')} and cluster_run.ending is null
        where state in ('failed', 'cancelled') and name <> coalesce(source_name, '')`);
      return rows.map(({ runId, host, ...row }) => ({
        ...row,
        hostJob: host === null ? null : { runId: Number(runId), host },
      }));
    },
  };
}

/** pg-boss stores an error, or the output of a worker. */
function reasonIn(output: string | null): string {
  if (output === null) return '';
  const kept: unknown = JSON.parse(output);
  if (typeof kept !== 'object' || kept === null) return String(kept);
  const { message, value } = kept as { readonly message?: unknown; readonly value?: unknown };
  return String(message ?? value ?? output);
}
