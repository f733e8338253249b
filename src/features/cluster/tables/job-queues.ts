import { sql } from 'kysely';
import type { Database } from '../../../database/database.ts';

/** The jobs of one kind, counted. */
export interface QueueCounts {
  readonly name: string;
  readonly waiting: number;
  /** How long the first of those that could be taken has waited, in milliseconds; 0 when none does. */
  readonly oldestWaiting: number;
  readonly active: number;
  /** Given up: nobody takes them any more. */
  readonly failed: number;
}

/** A job that was given up. */
export interface DeadLetter {
  readonly id: string;
  /** Where it lies. */
  readonly deadQueue: string;
  /** Where it came from. */
  readonly queue: string;
  readonly jobId: string;
  /** The id under which its run was handed over. */
  readonly handedId: string;
  readonly project: string;
  /** For one host of a shared run; null otherwise. */
  readonly host: string | null;
  /** The last reason, in words. */
  readonly reason: string;
  readonly tries: number;
  /** When it was given up, in milliseconds since 1970. */
  readonly at: number;
}

/** A job that was given up while the run that was handed over is still open. */
interface GivenUpJob {
  readonly jobId: string;
  readonly handedId: string;
  readonly project: string;
  /** Null when it was not about one host: then nobody goes on with the run at all. */
  readonly hostJob: { readonly runId: number; readonly host: string } | null;
}

/** The schema of the job queue. */
export const jobSchema = 'tidemark_jobs';
/** More of them have one cause. */
const MOST = 1000;

/** Reads what the job queue keeps; it is changed through the queue itself. */
export interface JobQueues {
  /** By name, without those of dead letters. None before the first worker. */
  counts(): Promise<readonly QueueCounts[]>;
  /** How many there are, and how many hosts of shared runs are not done. */
  leftBehind(): Promise<{ readonly deadLetters: number; readonly openHostJobs: number }>;
  /** The latest first. */
  deadLetters(): Promise<readonly DeadLetter[]>;
  givenUp(): Promise<readonly GivenUpJob[]>;
}

/** What the data of a job say about the run that was handed over; the first job of a run has its id. */
const handedOf = (id: string) => sql`coalesce(data ->> 'handedId', data ->> 'ends', ${sql.ref(id)}::text)`;

interface DeadLetterRow extends Omit<DeadLetter, 'reason'> {
  readonly output: string | null;
}

export function jobQueues(database: Database): JobQueues {
  const job = sql.id(jobSchema, 'job');
  const queue = sql.id(jobSchema, 'queue');
  const read = <Row>(statement: ReturnType<typeof sql<Row>>): Promise<readonly Row[]> =>
    database.read(async (db) => {
      const { rows } = await sql<{ there: boolean }>`
        select to_regclass(${`${jobSchema}.job`}) is not null as there`.execute(db);
      return rows[0]?.there === true ? (await statement.execute(db)).rows : [];
    });
  return {
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
    async leftBehind() {
      const [letters] = await read(sql<{ count: number }>`select count(*) as count
        from ${job} where source_id is not null and name <> source_name`);
      const { shares } = await database.read((db) =>
        db
          .selectFrom('handed_run')
          .select(sql<number>`coalesce(sum(open_shares), 0)::bigint`.as('shares'))
          .where('ended_at', 'is', null)
          .executeTakeFirstOrThrow(),
      );
      return { deadLetters: letters?.count ?? 0, openHostJobs: shares };
    },
    async deadLetters() {
      const rows =
        await read(sql<DeadLetterRow>`select id, name as "deadQueue", source_name as queue, source_id as "jobId",
          ${handedOf('source_id')} as "handedId", data ->> 'host' as host,
          coalesce(data ->> 'project', (select project from handed_run where job_id = ${handedOf('source_id')}),
            (select project.name from run join project on project.id = project_id where run.id = (data ->> 'runId')::bigint), '') as project,
          source_output::text as output,
          coalesce(source_retry_count, 0) + 1 as tries,
          (extract(epoch from created_on) * 1000)::bigint as at
        from ${job} where source_id is not null and name <> source_name
        order by created_on desc limit ${MOST}`);
      return rows.map(({ output, ...row }) => ({ ...row, reason: reasonIn(output) }));
    },
    async givenUp() {
      const rows = await read(sql<Omit<GivenUpJob, 'share'> & { runId: string | null; host: string | null }>`
        select id as "jobId", handed_run.job_id as "handedId", handed_run.project, data ->> 'runId' as "runId", data ->> 'host' as host
        from ${job} join handed_run on handed_run.job_id = ${handedOf('id')} and handed_run.ending is null
        where state in ('failed', 'cancelled') and name <> coalesce(source_name, '')`);
      return rows.map(({ runId, host, ...row }) => ({
        ...row,
        hostJob: host === null ? null : { runId: Number(runId), host },
      }));
    },
  };
}

/** What the queue keeps is an error, or whatever a worker said. */
function reasonIn(output: string | null): string {
  if (output === null) return '';
  const kept: unknown = JSON.parse(output);
  if (typeof kept !== 'object' || kept === null) return String(kept);
  const { message, value } = kept as { readonly message?: unknown; readonly value?: unknown };
  return String(message ?? value ?? output);
}
