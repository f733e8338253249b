import { type Kysely, type Selectable, sql } from 'kysely';
import type { Database } from '../../../database/database.ts';
import type { Tables } from '../../../database/schema.ts';
import { storableText } from '../../../database/tables/storable-text.ts';
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

/** A run that was handed over, and since when it waits, in milliseconds since 1970. */
interface WaitingRun {
  readonly project: string;
  readonly since: number;
}

/** How long it can be read how a run ended when the next one of its project was handed over, in milliseconds. */
const KEPT = 60_000;

export interface HandedRuns {
  /**
   * Sends the job in the same transaction: there is neither a job without its run nor a run without its job. Returns the id of the run
   * of the project that is open then, which somebody else may have handed over a moment before.
   */
  add(
    run: Pick<HandedRun, 'jobId' | 'project' | 'request'>,
    send: (statements: StatementRunner) => Promise<void>,
  ): Promise<string>;
  find(jobId: string): Promise<HandedRun | null>;
  /** Those of the given that there are. */
  among(jobIds: readonly string[]): Promise<readonly HandedRun[]>;
  /** The one of a project that has not ended; null when there is none. */
  openOf(project: string): Promise<HandedRun | null>;
  /** Whether there are any that have not ended. */
  areOpen(): Promise<boolean>;
  /** Those that no worker has begun with, the oldest first. */
  waiting(): Promise<readonly WaitingRun[]>;
  /**
   * Ends the one of a project that no worker has taken, and removes its job in the same transaction. One that a worker has taken and not begun is ended by
   * whoever works on it, for `reason`. Null when there is none that waits.
   */
  withdraw(
    project: string,
    why: { readonly ending: string; readonly reason: string },
    remove: (jobId: string, statements: StatementRunner) => Promise<void>,
  ): Promise<HandedRun | null>;
  /** Notes who works on it now; the first worker notes which runs were finished before. Null when it has ended. */
  take(jobId: string, nodeId: string, finishedBefore: number): Promise<HandedRun | null>;
  note(jobId: string, change: { readonly runNumber: number; readonly report: string }): Promise<void>;
  askToPause(jobId: string, reason: string): Promise<void>;
  end(jobId: string, ending: string): Promise<void>;
  /**
   * One that was given up is under way again; lets its job take its turn in the same transaction. False when it is forgotten, or
   * another run of its project is open.
   */
  reopen(jobId: string, retry: (statements: StatementRunner) => Promise<void>): Promise<boolean>;
}

export function handedRuns(database: Database): HandedRuns {
  return {
    add: ({ jobId, project, request }, send) =>
      database.write(async ({ db }) => {
        await db
          .deleteFrom('handed_run')
          .where('project', '=', project)
          .where('ended_at', '<', sql<number>`${databaseNow} - ${KEPT}`)
          .execute();
        for (;;) {
          const added = await db
            .insertInto('handed_run')
            .values({ job_id: jobId, project, request, handed_at: databaseNow, batch: 0, granted: 0 })
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
        const row = await openRow(db, project);
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
    waiting: () =>
      database.read((db) =>
        db
          .selectFrom('handed_run')
          .select(['project', 'handed_at as since'])
          .where('ending', 'is', null)
          .where('run_number', 'is', null)
          .orderBy('handed_at')
          .orderBy('project')
          .execute(),
      ),
    withdraw: (project, { ending, reason }, remove) =>
      database.write(async ({ db }) => {
        // Whoever takes it at this moment comes before this, or finds that it has ended.
        const ended = await db
          .updateTable('handed_run')
          .set({ ending: storableText(ending), ended_at: databaseNow })
          .where('project', '=', project)
          .where('ending', 'is', null)
          .where('node_id', 'is', null)
          .returningAll()
          .executeTakeFirst();
        if (ended !== undefined) {
          await remove(ended.job_id, statementsIn(db));
          return toHandedRun(ended);
        }
        const taken = await db
          .updateTable('handed_run')
          .set({ pause_reason: storableText(reason) })
          .where('project', '=', project)
          .where('ending', 'is', null)
          .where('run_number', 'is', null)
          .returningAll()
          .executeTakeFirst();
        return taken === undefined ? null : toHandedRun(taken);
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
          .where('ending', 'is', null)
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
        const row = await db
          .updateTable('handed_run')
          .set({ ending: null, ended_at: null })
          .where('job_id', '=', jobId)
          .where('project', 'not in', (open) =>
            open.selectFrom('handed_run').select('project').where('ending', 'is', null),
          )
          .returning('job_id')
          .executeTakeFirst();
        if (row !== undefined) await retry(statementsIn(db));
        return row !== undefined;
      }),
  };
}

const openRow = (db: Kysely<Tables>, project: string) =>
  db
    .selectFrom('handed_run')
    .selectAll()
    .where('project', '=', project)
    .where('ending', 'is', null)
    .executeTakeFirst();

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
