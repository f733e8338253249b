import { sql } from 'kysely';
import type { Database } from '../../../database/database.ts';
import { pauseGivenUp, reopenShare } from './end-share.ts';
import type { SharePlace } from './open-hosts.ts';
import type { Share, ShareCounts, ShareJobs } from './share-records.ts';
import type { StatementRunner } from './statement-runner.ts';

/** The shares of runs, as everybody sees them. */
export interface Shares {
  find(place: SharePlace): Promise<Share | null>;
  /** By host. */
  ofRun(runId: number): Promise<readonly Share[]>;
  /** Of all shares together, and how many there are. */
  totals(runId: number): Promise<ShareCounts & { readonly hosts: number }>;
  /** How many addresses of all shares wait for their visit, or to be taken by the one that visits their host. */
  waiting(runId: number): Promise<number>;
  /** Pauses a share whose job nobody takes any more, so that its run comes to an end. False when it is somebody else's by now. */
  pauseGivenUp(
    place: SharePlace,
    why: { readonly jobId: string; readonly reason: string },
    sendFinish: ShareJobs['sendFinish'],
  ): Promise<boolean>;
  /** Lets a share that was given up go on while its run is open; lets its job take its turn in the same transaction. False when that is over. */
  reopen(
    place: SharePlace,
    jobId: string,
    retry: (statements: StatementRunner) => Promise<void>,
  ): Promise<boolean>;
}

export function shares(database: Database): Shares {
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
      return rows.map(({ pages, errors, leftOut, bytes, queued, ...share }) => ({
        ...share,
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
    reopen: (place, jobId, retry) => reopenShare(database, place, jobId, retry),
  };
}
