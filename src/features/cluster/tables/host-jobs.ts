import { sql } from 'kysely';
import type { Database } from '../../../database/database.ts';
import type { HostJobCounts, HostJobRecord } from './cluster-tables.ts';
import { givenUpHostJobs } from './end-host-job.ts';
import type { HostJobKey } from './open-host-jobs.ts';
import { storedTry, type TriedJob } from './stored-try.ts';

/** The host jobs of runs, as every process reads them. */
export function hostJobs(database: Database) {
  const rowsOf = (runId: number, host: string | null): Promise<readonly HostJobRecord[]> =>
    database.read(async (db) => {
      const rows = await db
        .selectFrom('host_job')
        .innerJoin('host_job_work as work', (join) =>
          join.onRef('work.run_id', '=', 'host_job.run_id').onRef('work.host', '=', 'host_job.host'),
        )
        .select(['host_job.host', 'host_job.job_id as jobId', 'host_job.state', 'host_job.reason'])
        .select(['host_job.resume_at as resumeAt', 'work.last_commit as lastCommit'])
        .select(['work.saved_state as savedState', 'work.allotted_pages as allottedPages'])
        .select(['work.stored_try as storedTry'])
        .select(['work.pages', 'work.errors', 'work.left_out as leftOut', 'work.bytes', 'work.queued'])
        .where('host_job.run_id', '=', runId)
        .$if(host !== null, (query) => query.where('host_job.host', '=', host ?? ''))
        .orderBy('host_job.host')
        .execute();
      return rows.map(({ pages, errors, leftOut, bytes, queued, ...hostJob }) => ({
        ...hostJob,
        counts: { pages, errors, leftOut, bytes, queued },
      }));
    });
  return {
    ...givenUpHostJobs(database),
    find: async ({ runId, host }: HostJobKey) => (await rowsOf(runId, host))[0] ?? null,
    /** Notes a try of its job (`lostTries`). */
    noteTry: ({ runId, host }: HostJobKey, job: TriedJob): Promise<void> =>
      database.write(async ({ db }) => {
        await db
          .updateTable('host_job_work')
          .set({ stored_try: storedTry(job) })
          .where('run_id', '=', runId)
          .where('host', '=', host)
          .execute();
      }),
    /** By host. */
    ofRun: (runId: number) => rowsOf(runId, null),
    totals: (runId: number): Promise<HostJobCounts & { readonly hosts: number }> =>
      database.read(async (db) => {
        const sum = (column: string) => sql<number>`coalesce(sum(${sql.ref(column)}), 0)::bigint`;
        return db
          .selectFrom('host_job_work')
          .select((row) => [row.fn.countAll<number>().as('hosts'), sum('pages').as('pages')])
          .select([sum('errors').as('errors'), sum('left_out').as('leftOut')])
          .select([sum('bytes').as('bytes'), sum('queued').as('queued')])
          .where('run_id', '=', runId)
          .executeTakeFirstOrThrow();
      }),
    /** The number of addresses in all host jobs that wait for a visit, or for the host job of their host to take them. */
    waiting: (runId: number): Promise<number> =>
      database.read(async (db) => {
        const { queued } = await db
          .selectFrom('host_job_work')
          .select(sql<number>`coalesce(sum(queued), 0)::bigint`.as('queued'))
          .where('run_id', '=', runId)
          .executeTakeFirstOrThrow();
        const { offered } = await db
          .selectFrom('offer')
          .select((row) => row.fn.countAll<number>().as('offered'))
          .where('run_id', '=', runId)
          // PostgreSQL uses the partial index only for a literal.
          .where('taken', '=', sql.lit(0 as const))
          .executeTakeFirstOrThrow();
        return queued + offered;
      }),
  };
}
