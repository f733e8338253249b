import { sql } from 'kysely';
import type { Database } from '../../../database/database.ts';
import type { StatementRunner } from '../../../database/postgres/statement-runner.ts';
import { pauseGivenUp, reopenHostJob } from './end-host-job.ts';
import type { HostJobCounts, HostJobQueue, HostJobRecord } from './host-job-records.ts';
import type { HostJobPlace } from './open-hosts.ts';

/** The host jobs of runs, as every process sees them. */
export interface HostJobs {
  find(place: HostJobPlace): Promise<HostJobRecord | null>;
  /** By host. */
  ofRun(runId: number): Promise<readonly HostJobRecord[]>;
  /** Of all host jobs together, and how many there are. */
  totals(runId: number): Promise<HostJobCounts & { readonly hosts: number }>;
  /** How many addresses of all host jobs wait for their visit, or to be taken by the one that visits their host. */
  waiting(runId: number): Promise<number>;
  /** Pauses a host job whose job nobody takes any more, so that its run comes to an end. False when it is somebody else's by now. */
  pauseGivenUp(
    place: HostJobPlace,
    why: { readonly jobId: string; readonly reason: string },
    sendFinish: HostJobQueue['sendFinish'],
  ): Promise<boolean>;
  /** Lets a host job that was given up go on while its run is open; lets its job take its turn in the same transaction. False when that is over. */
  reopen(
    place: HostJobPlace,
    jobId: string,
    retry: (statements: StatementRunner) => Promise<void>,
  ): Promise<boolean>;
}

export function hostJobs(database: Database): HostJobs {
  const rowsOf = (runId: number, host: string | null) =>
    database.read(async (db) => {
      const rows = await db
        .selectFrom('share')
        .innerJoin('share_work as work', (join) =>
          join.onRef('work.run_id', '=', 'share.run_id').onRef('work.host', '=', 'share.host'),
        )
        .select(['share.host', 'share.job_id as jobId', 'share.state', 'share.reason'])
        .select(['share.resume_at as resumeAt', 'work.batch', 'work.saved_state as savedState'])
        .select('work.granted')
        .select(['work.pages', 'work.errors', 'work.left_out as leftOut', 'work.bytes', 'work.queued'])
        .where('share.run_id', '=', runId)
        .$if(host !== null, (query) => query.where('share.host', '=', host ?? ''))
        .orderBy('share.host')
        .execute();
      return rows.map(({ pages, errors, leftOut, bytes, queued, ...hostJob }) => ({
        ...hostJob,
        counts: { pages, errors, leftOut, bytes, queued },
      }));
    });
  return {
    find: async ({ runId, host }) => (await rowsOf(runId, host))[0] ?? null,
    ofRun: (runId) => rowsOf(runId, null),
    totals: (runId) =>
      database.read(async (db) => {
        const sum = (column: string) => sql<number>`coalesce(sum(${sql.ref(column)}), 0)::bigint`;
        return db
          .selectFrom('share_work')
          .select((row) => [row.fn.countAll<number>().as('hosts'), sum('pages').as('pages')])
          .select([sum('errors').as('errors'), sum('left_out').as('leftOut')])
          .select([sum('bytes').as('bytes'), sum('queued').as('queued')])
          .where('run_id', '=', runId)
          .executeTakeFirstOrThrow();
      }),
    waiting: (runId) =>
      database.read(async (db) => {
        const { queued } = await db
          .selectFrom('share_work')
          .select(sql<number>`coalesce(sum(queued), 0)::bigint`.as('queued'))
          .where('run_id', '=', runId)
          .executeTakeFirstOrThrow();
        const { offered } = await db
          .selectFrom('offer')
          .select((row) => row.fn.countAll<number>().as('offered'))
          .where('run_id', '=', runId)
          // Only a literal is served by the partial index.
          .where('taken', '=', sql.lit(0 as const))
          .executeTakeFirstOrThrow();
        return queued + offered;
      }),
    pauseGivenUp: (place, why, sendFinish) => pauseGivenUp(database, place, why, sendFinish),
    reopen: (place, jobId, retry) => reopenHostJob(database, place, jobId, retry),
  };
}
