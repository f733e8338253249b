import { sql, type Transaction } from 'kysely';
import type { Database } from '../../../database/database.ts';
import { type StatementRunner, statementsIn } from '../../../database/postgres/statement-runner.ts';
import type { Tables } from '../../../database/schema.ts';
import { storableText } from '../../../database/tables/storable-text.ts';
import { giveGrantBack } from './host-job-grants.ts';
import type { HostJobEnd, HostJobProgress, HostJobQueue } from './host-job-records.ts';
import type { HostJobPlace } from './open-hosts.ts';

/**
 * Ends the work on a host job. A host job that is done is closed only while nothing waits for it: 'goes on' otherwise. The last one of a run
 * sends the job that finishes it. `database` is fenced.
 */
export async function endHostJob(
  database: Database,
  place: HostJobPlace,
  how: { readonly end: HostJobEnd; readonly progress: HostJobProgress },
  sendFinish: HostJobQueue['sendFinish'],
): Promise<'ended' | 'goes on'> {
  const { runId, host } = place;
  return database.write(async ({ db }) => {
    await lockHostJob(db, place);
    if (how.end.state === 'closed') {
      const { rows } = await sql`
        (select 1 from offer where run_id = ${runId} and host = ${host} and taken = 0 limit 1) union all
        (select 1 from page where run_id = ${runId} and host = ${host} and queued = 1 limit 1)`.execute(db);
      if (rows.length > 0) return 'goes on';
    }
    await db
      .updateTable('share_work')
      .set(how.progress)
      .where('run_id', '=', runId)
      .where('host', '=', host)
      .execute();
    await leaveHostJob(db, place, how.end, sendFinish);
    return 'ended';
  });
}

/** Pauses a host job whose job nobody takes any more, so that its run comes to an end. False when it is somebody else's by now. */
export async function pauseGivenUp(
  database: Database,
  place: HostJobPlace,
  { jobId, reason }: { readonly jobId: string; readonly reason: string },
  sendFinish: HostJobQueue['sendFinish'],
): Promise<boolean> {
  return database.write(async ({ db }) => {
    const hostJob = await lockHostJob(db, place);
    if (hostJob?.job_id !== jobId || hostJob.state !== 'open') return false;
    await leaveHostJob(db, place, { state: 'paused', reason, resumeAt: null }, sendFinish);
    return true;
  });
}

/** Lets a host job that was given up go on while its run is open; sends its job in the same transaction. False when that is over. */
export async function reopenHostJob(
  database: Database,
  { handedId, runId, host }: HostJobPlace,
  jobId: string,
  retry: (statements: StatementRunner) => Promise<void>,
): Promise<boolean> {
  return database.write(async ({ db }) => {
    const hostJob = await lockHostJob(db, { handedId, runId, host });
    if (hostJob?.job_id !== jobId || hostJob.state !== 'paused') return false;
    const open = await db
      .updateTable('handed_run')
      .set((row) => ({ open_shares: row('open_shares', '+', 1) }))
      .where('job_id', '=', handedId)
      .where('ending', 'is', null)
      // Without any, the job that ends the run is on its way.
      .where('open_shares', '>', 0)
      .returning('open_shares')
      .executeTakeFirst();
    if (open === undefined) return false;
    await db
      .updateTable('share')
      .set({ state: 'open', reason: null })
      .where('run_id', '=', runId)
      .where('host', '=', host)
      .execute();
    await retry(statementsIn(db));
    return true;
  });
}

const lockHostJob = (db: Transaction<Tables>, { runId, host }: HostJobPlace) =>
  db
    .selectFrom('share')
    .select(['state', 'job_id'])
    .where('run_id', '=', runId)
    .where('host', '=', host)
    .forUpdate()
    .executeTakeFirst();

async function leaveHostJob(
  db: Transaction<Tables>,
  place: HostJobPlace,
  end: HostJobEnd,
  sendFinish: HostJobQueue['sendFinish'],
): Promise<void> {
  const { handedId, runId, host } = place;
  const [reason, resumeAt] = end.state === 'closed' ? [null, null] : [storableText(end.reason), end.resumeAt];
  await db
    .updateTable('share')
    .set({ state: end.state, reason, resume_at: resumeAt })
    .where('run_id', '=', runId)
    .where('host', '=', host)
    .execute();
  const unused = await giveGrantBack(db, place);
  const { open } = await db
    .updateTable('handed_run')
    .set((row) => ({ open_shares: row('open_shares', '-', 1), granted: row('granted', '-', unused) }))
    .where('job_id', '=', handedId)
    .returning('open_shares as open')
    .executeTakeFirstOrThrow();
  if (open === 0) await sendFinish(handedId, statementsIn(db));
}

/** Adds what the host jobs counted to the run, and forgets them when it is finished. `database` is fenced. */
export async function sumHostJobs(database: Database, runId: number, isFinished: boolean): Promise<void> {
  await database.write(async ({ db }) => {
    await sql`insert into left_out (run_id, reason, count, example_url)
      select run_id, reason, sum(count), min(example_url) from share_left_out
      where run_id = ${runId} group by run_id, reason order by reason
      on conflict (run_id, reason) do update set count = left_out.count + excluded.count`.execute(db);
    await db.deleteFrom('share_left_out').where('run_id', '=', runId).execute();
    if (isFinished) {
      for (const table of ['share', 'share_work', 'offer'] as const)
        await db.deleteFrom(table).where('run_id', '=', runId).execute();
    } else {
      // Whoever goes on counts anew, as a run does that one process visits.
      const anew = { saved_state: null, granted: 0, pages: 0, errors: 0, left_out: 0, bytes: 0 };
      await db.updateTable('share_work').set(anew).where('run_id', '=', runId).execute();
    }
  });
}
