import { sql, type Transaction } from 'kysely';
import type { Database } from '../../../database/database.ts';
import { type StatementRunner, statementsIn } from '../../../database/postgres/statement-runner.ts';
import type { Tables } from '../../../database/schema.ts';
import { storableText } from '../../../database/tables/storable-text.ts';
import type { HostJobProgress } from './cluster-tables.ts';
import type { HostJobKey, HostJobQueue } from './open-host-jobs.ts';

/** How the work on a host job ended: done, or paused for a reason. */
export type HostJobEnd =
  | { readonly state: 'closed' }
  | { readonly state: 'paused'; readonly reason: string; readonly resumeAt: number | null };

/** Pages allotted at once: many, so that host jobs ask rarely; not too many, so that no host job keeps pages that others could use. */
const MOST_ALLOTTED = 64;
const PART_ALLOTTED = 8;

/** Allots pages to a host job from what is left of the limit of its run; 0 when none are left. `database` is fenced. */
export async function allotPages(
  database: Database,
  { clusterRunId, runId, host }: HostJobKey,
  limit: number,
): Promise<number> {
  return database.write(async ({ db }) => {
    const { allotted } = await db
      .selectFrom('cluster_run')
      .select('allotted_pages as allotted')
      .where('job_id', '=', clusterRunId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const left = Math.max(0, limit - allotted);
    const pages = Math.min(left, MOST_ALLOTTED, Math.ceil(left / PART_ALLOTTED));
    await db
      .updateTable('cluster_run')
      .set({ allotted_pages: allotted + pages })
      .where('job_id', '=', clusterRunId)
      .execute();
    await db
      .updateTable('host_job_work')
      .set((row) => ({ allotted_pages: row('allotted_pages', '+', pages) }))
      .where('run_id', '=', runId)
      .where('host', '=', host)
      .execute();
    return pages;
  });
}

/** Returns how many pages other host jobs may visit instead. */
async function returnUnusedPages(db: Transaction<Tables>, { runId, host }: HostJobKey): Promise<number> {
  const { allotted, pages, errors } = await db
    .selectFrom('host_job_work')
    .select(['allotted_pages as allotted', 'pages', 'errors'])
    .where('run_id', '=', runId)
    .where('host', '=', host)
    .executeTakeFirstOrThrow();
  const unused = Math.max(0, allotted - pages - errors);
  if (unused > 0)
    await db
      .updateTable('host_job_work')
      .set({ allotted_pages: allotted - unused })
      .where('run_id', '=', runId)
      .where('host', '=', host)
      .execute();
  return unused;
}

/**
 * Ends the work on a host job. It is closed only if nothing waits for it; otherwise returns 'goes on'. The last host job of a run sends the job that
 * finishes the run. `database` is fenced.
 */
export async function endHostJob(
  database: Database,
  key: HostJobKey,
  how: { readonly end: HostJobEnd; readonly progress: HostJobProgress },
  sendFinish: HostJobQueue['sendFinish'],
): Promise<'ended' | 'goes on'> {
  const { runId, host } = key;
  return database.write(async ({ db }) => {
    await lockHostJob(db, key);
    if (how.end.state === 'closed') {
      const { rows } = await sql`
        (select 1 from offer where run_id = ${runId} and host = ${host} and taken = 0 limit 1) union all
        (select 1 from page where run_id = ${runId} and host = ${host} and queued = 1 limit 1)`.execute(db);
      if (rows.length > 0) return 'goes on';
    }
    await db
      .updateTable('host_job_work')
      .set(how.progress)
      .where('run_id', '=', runId)
      .where('host', '=', host)
      .execute();
    await leaveHostJob(db, key, how.end, sendFinish);
    return 'ended';
  });
}

export const givenUpHostJobs = (database: Database) => ({
  /** Pauses a host job whose job was given up, so that its run ends. False when it has another job by now. */
  pauseGivenUp: (
    key: HostJobKey,
    { jobId, reason }: { readonly jobId: string; readonly reason: string },
    sendFinish: HostJobQueue['sendFinish'],
  ): Promise<boolean> =>
    database.write(async ({ db }) => {
      const hostJob = await lockHostJob(db, key);
      if (hostJob?.job_id !== jobId || hostJob.state !== 'open') return false;
      await leaveHostJob(db, key, { state: 'paused', reason, resumeAt: null }, sendFinish);
      return true;
    }),
  /** Reopens a host job that was given up, if its run is still open, and retries its job in the same transaction. False otherwise. */
  reopen: (
    key: HostJobKey,
    jobId: string,
    retry: (statements: StatementRunner) => Promise<void>,
  ): Promise<boolean> =>
    database.write(async ({ db }) => {
      const hostJob = await lockHostJob(db, key);
      if (hostJob?.job_id !== jobId || hostJob.state !== 'paused') return false;
      const open = await db
        .updateTable('cluster_run')
        .set((row) => ({ open_host_jobs: row('open_host_jobs', '+', 1) }))
        .where('job_id', '=', key.clusterRunId)
        .where('ending', 'is', null)
        // When no host job is open, the job that ends the run is already sent.
        .where('open_host_jobs', '>', 0)
        .returning('open_host_jobs')
        .executeTakeFirst();
      if (open === undefined) return false;
      await db
        .updateTable('host_job')
        .set({ state: 'open', reason: null })
        .where('run_id', '=', key.runId)
        .where('host', '=', key.host)
        .execute();
      await retry(statementsIn(db));
      return true;
    }),
});

const lockHostJob = (db: Transaction<Tables>, { runId, host }: HostJobKey) =>
  db
    .selectFrom('host_job')
    .select(['state', 'job_id'])
    .where('run_id', '=', runId)
    .where('host', '=', host)
    .forUpdate()
    .executeTakeFirst();

async function leaveHostJob(
  db: Transaction<Tables>,
  key: HostJobKey,
  end: HostJobEnd,
  sendFinish: HostJobQueue['sendFinish'],
): Promise<void> {
  const { clusterRunId, runId, host } = key;
  const [reason, resumeAt] = end.state === 'closed' ? [null, null] : [storableText(end.reason), end.resumeAt];
  await db
    .updateTable('host_job')
    .set({ state: end.state, reason, resume_at: resumeAt })
    .where('run_id', '=', runId)
    .where('host', '=', host)
    .execute();
  const unused = await returnUnusedPages(db, key);
  const { open } = await db
    .updateTable('cluster_run')
    .set((row) => ({
      open_host_jobs: row('open_host_jobs', '-', 1),
      allotted_pages: row('allotted_pages', '-', unused),
    }))
    .where('job_id', '=', clusterRunId)
    .returning('open_host_jobs as open')
    .executeTakeFirstOrThrow();
  if (open === 0) await sendFinish(clusterRunId, statementsIn(db));
}

/** Adds the counts of the host jobs to the run, and deletes the host jobs when it is finished. `database` is fenced. */
export async function sumHostJobs(database: Database, runId: number, isFinished: boolean): Promise<void> {
  await database.write(async ({ db }) => {
    await sql`insert into left_out (run_id, reason, count, example_url)
      select run_id, reason, sum(count), min(example_url) from host_job_left_out
      where run_id = ${runId} group by run_id, reason order by reason
      on conflict (run_id, reason) do update set count = left_out.count + excluded.count`.execute(db);
    await db.deleteFrom('host_job_left_out').where('run_id', '=', runId).execute();
    if (isFinished) {
      for (const table of ['host_job', 'host_job_work', 'offer'] as const)
        await db.deleteFrom(table).where('run_id', '=', runId).execute();
    } else {
      // The next part of the run counts from 0, as in a run that one process visits alone.
      const zero = { saved_state: null, allotted_pages: 0, pages: 0, errors: 0, left_out: 0, bytes: 0 };
      await db.updateTable('host_job_work').set(zero).where('run_id', '=', runId).execute();
    }
  });
}
