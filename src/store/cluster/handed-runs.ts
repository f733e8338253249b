import { type Selectable, sql } from 'kysely';
import type { Database } from '../database.ts';
import { storableText } from '../tables/storable-text.ts';
import type { HandedRunTable } from './cluster-tables.ts';
import { databaseNow } from './database-now.ts';
import { type StatementRunner, statementsIn } from './statement-runner.ts';

/** A run that was handed to the workers. What is text here is JSON of those who hand runs over and take them. */
export interface HandedRun {
  readonly jobId: string;
  readonly project: string;
  readonly request: string;
  /** Who took it last; null while it waits. */
  readonly nodeId: string | null;
  /** The last finished run of the project when this one was taken first; null before that. */
  readonly finishedBefore: number | null;
  /** Null until it has begun. */
  readonly runNumber: number | null;
  /** The last transaction of its worker. */
  readonly batch: number;
  readonly report: string | null;
  readonly pauseReason: string | null;
  readonly ending: string | null;
  /** The run, when its hosts are shared among workers. */
  readonly runId: number | null;
  /** How many pages those may have visited together, where the run has a limit. */
  readonly granted: number;
}

/** How long it can be read how a run ended, in milliseconds. */
const KEPT = 24 * 3_600_000;

export interface HandedRuns {
  /** Sends the job in the same transaction: there is neither a job without its run nor a run without its job. */
  add(
    run: Pick<HandedRun, 'jobId' | 'project' | 'request'>,
    send: (statements: StatementRunner) => Promise<void>,
  ): Promise<void>;
  find(jobId: string): Promise<HandedRun | null>;
  /** Those of the given that there are. */
  among(jobIds: readonly string[]): Promise<readonly HandedRun[]>;
  /** The one of a project that has not ended; null when there is none. */
  openOf(project: string): Promise<HandedRun | null>;
  /** Whether there are any that have not ended. */
  areOpen(): Promise<boolean>;
  /** Notes who works on it now; the first worker notes which runs were finished before. */
  take(jobId: string, nodeId: string, finishedBefore: number): Promise<HandedRun | null>;
  note(jobId: string, change: { readonly runNumber: number; readonly report: string }): Promise<void>;
  askToPause(jobId: string, reason: string): Promise<void>;
  end(jobId: string, ending: string): Promise<void>;
  /** One that was given up is under way again; lets its job take its turn in the same transaction. */
  reopen(jobId: string, retry: (statements: StatementRunner) => Promise<void>): Promise<void>;
}

export function handedRuns(database: Database): HandedRuns {
  return {
    add: ({ jobId, project, request }, send) =>
      database.write(async ({ db }) => {
        await db
          .deleteFrom('handed_run')
          .where('ended_at', '<', sql<number>`${databaseNow} - ${KEPT}`)
          .execute();
        await db
          .insertInto('handed_run')
          .values({ job_id: jobId, project, request, handed_at: databaseNow, batch: 0, granted: 0 })
          .execute();
        await send(statementsIn(db));
      }),
    find: (jobId) =>
      database.read(async (db) => {
        const row = await db
          .selectFrom('handed_run')
          .selectAll()
          .where('job_id', '=', jobId)
          .executeTakeFirst();
        return row === undefined ? null : toHandedRun(row);
      }),
    among: (jobIds) =>
      database.read(async (db) => {
        if (jobIds.length === 0) return [];
        const rows = await db.selectFrom('handed_run').selectAll().where('job_id', 'in', jobIds).execute();
        return rows.map(toHandedRun);
      }),
    openOf: (project) =>
      database.read(async (db) => {
        const row = await db
          .selectFrom('handed_run')
          .selectAll()
          .where('project', '=', project)
          .where('ending', 'is', null)
          .orderBy('handed_at', 'desc')
          .limit(1)
          .executeTakeFirst();
        return row === undefined ? null : toHandedRun(row);
      }),
    areOpen: () =>
      database.read(async (db) => {
        const row = await db
          .selectFrom('handed_run')
          .select('job_id')
          .where('ending', 'is', null)
          .limit(1)
          .executeTakeFirst();
        return row !== undefined;
      }),
    take: (jobId, nodeId, finishedBefore) =>
      database.write(async ({ db }) => {
        const row = await db
          .updateTable('handed_run')
          .set({
            node_id: nodeId,
            finished_before: sql<number>`coalesce(finished_before, ${finishedBefore})`,
          })
          .where('job_id', '=', jobId)
          .returningAll()
          .executeTakeFirst();
        return row === undefined ? null : toHandedRun(row);
      }),
    note: (jobId, { runNumber, report }) =>
      database.write(async ({ db }) => {
        await db
          .updateTable('handed_run')
          .set({ run_number: runNumber, report: storableText(report) })
          .where('job_id', '=', jobId)
          .execute();
      }),
    askToPause: (jobId, reason) =>
      database.write(async ({ db }) => {
        await db
          .updateTable('handed_run')
          .set({ pause_reason: storableText(reason) })
          .where('job_id', '=', jobId)
          .where('pause_reason', 'is', null)
          .execute();
      }),
    end: (jobId, ending) =>
      database.write(async ({ db }) => {
        await db
          .updateTable('handed_run')
          .set({ ending: storableText(ending), ended_at: databaseNow })
          .where('job_id', '=', jobId)
          .where('ending', 'is', null)
          .execute();
      }),
    reopen: (jobId, retry) =>
      database.write(async ({ db }) => {
        await db
          .updateTable('handed_run')
          .set({ ending: null, ended_at: null })
          .where('job_id', '=', jobId)
          .execute();
        await retry(statementsIn(db));
      }),
  };
}

const toHandedRun = (row: Selectable<HandedRunTable>): HandedRun => ({
  jobId: row.job_id,
  project: row.project,
  request: row.request,
  nodeId: row.node_id,
  finishedBefore: row.finished_before,
  runNumber: row.run_number,
  batch: row.batch,
  report: row.report,
  pauseReason: row.pause_reason,
  ending: row.ending,
  runId: row.shared_run,
  granted: row.granted,
});
