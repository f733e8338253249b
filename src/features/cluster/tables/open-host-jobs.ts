import { sql } from 'kysely';
import type { Database } from '../../../database/database.ts';
import { statementsIn } from '../../../database/postgres/statement-runner.ts';
import type { HostJobQueue } from './host-job-records.ts';
import type { HostJobState } from './host-job-tables.ts';
import { addWork, type HostJobPlace } from './open-hosts.ts';

/**
 * Opens a host job for each host with pages to visit, those of an earlier part of the run too, and for each that was paused: without a page, too, for only its
 * worker sees that nothing is left, and the run would stay paused for its sake. `database` is fenced.
 */
export async function openHostJobs(
  database: Database,
  { handedId, runId }: Omit<HostJobPlace, 'host'>,
  { sendHostJobs, sendFinish }: HostJobQueue,
): Promise<number> {
  return database.write(async ({ db }) => {
    const queued = db
      .selectFrom('page')
      .select('host')
      .where('run_id', '=', runId)
      .where('queued', '=', sql.lit(1 as const));
    const paused = db
      .selectFrom('share')
      .select('host')
      .where('run_id', '=', runId)
      .where('state', '=', sql.lit('paused' as const));
    const offered = db.selectFrom('offer').select('host').where('run_id', '=', runId).where('taken', '=', 0);
    const opened = await db
      .insertInto('share')
      .columns(['run_id', 'host', 'job_id', 'state'])
      .expression((row) =>
        row
          .selectFrom(queued.union(offered).union(paused).as('waiting'))
          .select(({ val }) => [val(runId).as('run_id'), 'waiting.host'])
          .select([sql<string>`gen_random_uuid()::text`.as('job_id'), sql<HostJobState>`'open'`.as('state')])
          .orderBy('waiting.host'),
      )
      .onConflict((conflict) =>
        conflict.columns(['run_id', 'host']).doUpdateSet({
          ...{ state: 'open', reason: null, resume_at: null },
          job_id: (row) => row.ref('excluded.job_id'),
        }),
      )
      .returning(['host', 'job_id as jobId'])
      .execute();
    await addWork(
      db,
      runId,
      opened.map(({ host }) => host),
    );
    await db
      .updateTable('handed_run')
      .set({ shared_run: runId, open_shares: opened.length })
      .where('job_id', '=', handedId)
      .execute();
    if (opened.length === 0) await sendFinish(handedId, statementsIn(db));
    else
      await sendHostJobs(
        opened.map((hostJob) => ({ handedId, runId, ...hostJob })),
        statementsIn(db),
      );
    return opened.length;
  });
}
