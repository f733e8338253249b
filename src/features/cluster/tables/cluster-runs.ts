import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../database/database.ts';
import { databaseNow } from '../../../database/postgres/database-now.ts';
import { type StatementRunner, statementsIn } from '../../../database/postgres/statement-runner.ts';
import type { Tables } from '../../../database/schema.ts';
import { toRecord } from '../../../database/table.ts';
import { storableText } from '../../../database/tables/storable-text.ts';
import type { ClusterRun } from './cluster-tables.ts';
import { storedTry, type TriedJob } from './stored-try.ts';

/** How long an ended run can still be read, in milliseconds. Older ones are deleted when the next run of their project is queued. */
const KEPT = 60_000;

const orNull = (row: Parameters<typeof toRecord<Tables['cluster_run']>>[0] | undefined): ClusterRun | null =>
  row === undefined ? null : toRecord(row);

const openRow = (db: Kysely<Tables>, project: string) =>
  db
    .selectFrom('cluster_run')
    .selectAll()
    .where('project', '=', project)
    .where('ending', 'is', null)
    .executeTakeFirst();

export const clusterRuns = (database: Database) => ({
  /**
   * Adds a run and sends its job in one transaction, so that neither exists without the other. Returns the id of the
   * project's open run, which another process may have added a moment before.
   */
  add: (
    { jobId, project, request }: Pick<ClusterRun, 'jobId' | 'project' | 'request'>,
    send: (statements: StatementRunner) => Promise<void>,
  ): Promise<string> =>
    database.write(async ({ db }) => {
      await db
        .deleteFrom('cluster_run')
        .where('project', '=', project)
        .where('ended_at', '<', sql<number>`${databaseNow} - ${KEPT}`)
        .execute();
      const empty = { last_commit: 0, allotted_pages: 0 };
      for (;;) {
        const added = await db
          .insertInto('cluster_run')
          .values({ ...empty, job_id: jobId, project, request, queued_at: databaseNow })
          .onConflict((conflict) => conflict.doNothing())
          .returning('job_id')
          .executeTakeFirst();
        if (added !== undefined) {
          await send(statementsIn(db));
          return jobId;
        }
        const open = await openRow(db, project);
        if (open !== undefined) return open.job_id;
      }
    }),
  find: async (jobId: string) =>
    orNull(
      await database.read((db) =>
        db.selectFrom('cluster_run').selectAll().where('job_id', '=', jobId).executeTakeFirst(),
      ),
    ),
  among: (jobIds: readonly string[]): Promise<readonly ClusterRun[]> =>
    database.read(async (db) => {
      if (jobIds.length === 0) return [];
      const rows = await db.selectFrom('cluster_run').selectAll().where('job_id', 'in', jobIds).execute();
      return rows.map(toRecord);
    }),
  /** The run of a project that has not ended. */
  openOf: async (project: string) => orNull(await database.read((db) => openRow(db, project))),
  /** Whether any run has not ended. */
  areOpen: (): Promise<boolean> =>
    database.read(async (db) => {
      const row = await db
        .selectFrom('cluster_run')
        .select('job_id')
        .where('ending', 'is', null)
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    }),
  /** Runs that no worker has begun, the oldest first. */
  waiting: (): Promise<readonly { readonly project: string; readonly since: number }[]> =>
    database.read((db) =>
      db
        .selectFrom('cluster_run')
        .select(['project', 'queued_at as since'])
        .where('ending', 'is', null)
        .where('run_number', 'is', null)
        .orderBy('queued_at')
        .orderBy('project')
        .execute(),
    ),
  /**
   * Ends the run of a project that no worker has taken, and removes its job in the same transaction. If a worker has taken
   * the run and not begun it, the worker ends it, for `reason`. Null when no run waits.
   */
  withdraw: (
    project: string,
    { ending, reason }: { readonly ending: string; readonly reason: string },
    remove: (jobId: string, statements: StatementRunner) => Promise<void>,
  ): Promise<ClusterRun | null> =>
    database.write(async ({ db }) => {
      // A worker that takes the run at this moment does so before this update, or finds that the run has ended.
      const ended = await db
        .updateTable('cluster_run')
        .set({ ending: storableText(ending), ended_at: databaseNow })
        .where('project', '=', project)
        .where('ending', 'is', null)
        .where('node_id', 'is', null)
        .returningAll()
        .executeTakeFirst();
      if (ended !== undefined) {
        await remove(ended.job_id, statementsIn(db));
        return toRecord(ended);
      }
      const taken = await db
        .updateTable('cluster_run')
        .set({ pause_reason: storableText(reason) })
        .where('project', '=', project)
        .where('ending', 'is', null)
        .where('run_number', 'is', null)
        .returningAll()
        .executeTakeFirst();
      return orNull(taken);
    }),
  /** Records which worker works on a run. The first worker also records which runs were finished before. Null when the run has ended. */
  take: (jobId: string, nodeId: string, finishedBefore: number): Promise<ClusterRun | null> =>
    database.write(async ({ db }) => {
      const row = await db
        .updateTable('cluster_run')
        .set({
          node_id: nodeId,
          finished_before: sql<number>`coalesce(finished_before, ${finishedBefore})`,
        })
        .where('job_id', '=', jobId)
        .where('ending', 'is', null)
        .returningAll()
        .executeTakeFirst();
      return orNull(row);
    }),
  report: (jobId: string, { runNumber, report }: { readonly runNumber: number; readonly report: string }) =>
    database.write(async ({ db }) => {
      await db
        .updateTable('cluster_run')
        .set({ run_number: runNumber, report: storableText(report) })
        .where('job_id', '=', jobId)
        .execute();
    }),
  /** Notes a try of a job of the run (`lostTries`). */
  noteTry: (jobId: string, job: TriedJob) =>
    database.write(async ({ db }) => {
      await db
        .updateTable('cluster_run')
        .set({ stored_try: storedTry(job) })
        .where('job_id', '=', jobId)
        .execute();
    }),
  askToPause: (jobId: string, reason: string) =>
    database.write(async ({ db }) => {
      await db
        .updateTable('cluster_run')
        .set({ pause_reason: storableText(reason) })
        .where('job_id', '=', jobId)
        .where('pause_reason', 'is', null)
        .execute();
    }),
  end: (jobId: string, ending: string) =>
    database.write(async ({ db }) => {
      await db
        .updateTable('cluster_run')
        .set({ ending: storableText(ending), ended_at: databaseNow })
        .where('job_id', '=', jobId)
        .where('ending', 'is', null)
        .execute();
    }),
  /**
   * Reopens a run that was given up, and retries its job in the same transaction. False when the run is no longer stored, or
   * another run of its project is open.
   */
  reopen: (jobId: string, retry: (statements: StatementRunner) => Promise<void>): Promise<boolean> =>
    database.write(async ({ db }) => {
      const row = await db
        .updateTable('cluster_run')
        .set({ ending: null, ended_at: null })
        .where('job_id', '=', jobId)
        .where('project', 'not in', (open) =>
          open.selectFrom('cluster_run').select('project').where('ending', 'is', null),
        )
        .returning('job_id')
        .executeTakeFirst();
      if (row !== undefined) await retry(statementsIn(db));
      return row !== undefined;
    }),
});
