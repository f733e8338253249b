import { type Kysely, sql } from 'kysely';
import type { BulkUpdate, Database, RowWriting, WriteStep } from '../../database/database.ts';
import type { Tables } from '../../database/schema.ts';
import {
  fieldsOf,
  insertInto,
  integer,
  json,
  orNull,
  type RecordOf,
  recordsOf,
  table,
  text,
  textOf,
} from '../../database/table.ts';
import { takeIds } from '../../database/tables/id-block.ts';
import { storableText } from '../../database/tables/storable-text.ts';
import { type AuditNote, writeNote } from './audit-log.ts';
import { noteTotals } from './visit-sums.ts';

export type RunState = 'running' | 'finished' | 'paused';

/** How many pages of earlier runs a run visits again, and how many it skips. */
export interface KnownPageCounts {
  /** Pages with a good version that are visited again. */
  readonly due: number;
  readonly notDue: number;
  /** Aliases that are not requested this time. */
  readonly aliases: number;
  /** Pages that are no longer in the scope of the project. */
  readonly excluded: number;
}

/** Ids grow over time and over all projects, so that a later run has a larger id. */
export const runTable = table(
  'run',
  {
    id: integer,
    project_id: integer,
    /** 1, 2, 3 ... within the project. */
    number: integer,
    state: textOf<RunState>(),
    started_at: integer,
    ended_at: orNull(integer),
    settings: text,
    /** What a resumed run needs besides the frontier, as JSON; null before the first save. */
    saved_state: orNull(text),
    pause_reason: orNull(text),
    /** When a site that asked for a long wait may be requested again; null when the run is not paused for that. */
    resume_at: orNull(integer),
    /** The scheduled time; null when it was started by hand. A run that began after it is late. */
    due_at: orNull(integer),
    /** Null before they are counted. */
    known_pages: orNull(json<KnownPageCounts>()),
    /** When, and by whom, its results were confirmed. */
    confirmed_at: orNull(integer),
    confirmed_by: orNull(text),
    /** When retention removed visits of it that found nothing new; null when all visits are there. */
    retention_at: orNull(integer),
    /** Its `VisitSums` as JSON, set when it ended. */
    totals: orNull(text),
  },
  { key: ['id'], indexes: ['UNIQUE INDEX run_number ON run (project_id, number)'], takesIds: true },
);

/** URLs that a run did not follow, counted by reason. */
export const leftOutTable = table(
  'left_out',
  {
    run_id: integer,
    reason: text,
    count: integer,
    example_url: text,
  },
  { key: ['run_id', 'reason'] },
);

export type Run = Omit<RecordOf<typeof runTable>, 'totals'>;
export type LeftOut = Omit<RecordOf<typeof leftOutTable>, 'runId'>;

/** Whether a run ended with its process, and was not stopped on purpose. */
export function wasCutOff({ state, pauseReason }: Run): boolean {
  return state === 'running' || (state === 'paused' && pauseReason === 'interrupted');
}

/** The new state of a run, and the time of the change. */
export interface RunChange {
  readonly state: RunState;
  readonly at: number;
  readonly pauseReason?: string;
  readonly resumeAt?: number | null;
}

/** A running run has no end, no pause reason and no time to resume. */
async function changeRun(db: Kysely<Tables>, runId: number, change: RunChange): Promise<void> {
  await db
    .updateTable('run')
    .set({
      state: change.state,
      ended_at: change.state === 'running' ? null : change.at,
      pause_reason: change.pauseReason === undefined ? null : storableText(change.pauseReason),
      resume_at: change.resumeAt ?? null,
    })
    .where('id', '=', runId)
    .execute();
  if (change.state === 'finished') await noteTotals(db, runId);
}

/** The same in a commit. */
export const changeRuns: WriteStep<{ readonly runId: number; readonly change: RunChange }> = async (
  { db },
  runs,
) => {
  for (const { runId, change } of runs) await changeRun(db, runId, change);
};

const setOfRun = (column: 'saved_state' | 'known_pages'): BulkUpdate => ({
  kind: 'update',
  table: 'run',
  given: { id: 'integer', value: 'text' },
  set: `${column} = given.value`,
  where: 'run.id = given.id',
});
const setState = setOfRun('saved_state');
const setKnownPages = setOfRun('known_pages');

export const saveRunState = (rows: RowWriting, runId: number, state: string): Promise<void> =>
  rows.bulk(setState, [[runId, storableText(state)]]);

export const saveKnownPages = (rows: RowWriting, runId: number, counts: KnownPageCounts): Promise<void> =>
  rows.bulk(setKnownPages, [[runId, JSON.stringify(counts)]]);

export function runs(database: Database) {
  /** Newest first: all, or at most `limit` with numbers below `below`. */
  const list = (projectId: number, part?: { below?: number; limit: number }): Promise<readonly Run[]> =>
    database.read(async (db) => {
      let query = db
        .selectFrom('run')
        .select(fieldsOf(runTable, 'totals'))
        .where('project_id', '=', projectId)
        .orderBy('number', 'desc');
      if (part?.below !== undefined) query = query.where('number', '<', part.below);
      if (part !== undefined) query = query.limit(part.limit);
      return recordsOf(runTable, await query.execute());
    });
  return {
    list,
    /** Starts the project's next run. */
    begin: (
      projectId: number,
      start: Pick<Run, 'startedAt' | 'settings'> & Partial<Pick<Run, 'dueAt'>>,
    ): Promise<Run> =>
      database.write(async ({ db }) => {
        const id = await takeIds(db, 'run', 1);
        const { last } = await db
          .selectFrom('run')
          .select((row) => row.fn.max('number').as('last'))
          .where('project_id', '=', projectId)
          .executeTakeFirstOrThrow();
        const rows = await db
          .insertInto('run')
          .values({
            id,
            project_id: projectId,
            number: (last ?? 0) + 1,
            state: 'running',
            started_at: start.startedAt,
            due_at: start.dueAt ?? null,
            settings: storableText(start.settings),
          })
          .returning(fieldsOf(runTable, 'totals'))
          .execute();
        return recordsOf(runTable, rows)[0] as Run;
      }),
    /** The newest run; null before the first. */
    latest: async (projectId: number) => (await list(projectId, { limit: 1 }))[0] ?? null,
    /** The newest run of every project, or of the given ones, by project id; projects without a run are left out. */
    latestOfAll: (projectIds?: readonly number[]): Promise<ReadonlyMap<number, Run>> =>
      database.read(async (db) => {
        const query = db
          .selectFrom('run')
          .innerJoin(
            (query) =>
              query
                .selectFrom('run')
                .select((row) => ['project_id', row.fn.max('number').as('number')])
                .groupBy('project_id')
                .as('newest'),
            (join) =>
              join
                .onRef('newest.project_id', '=', 'run.project_id')
                .onRef('newest.number', '=', 'run.number'),
          )
          .select(fieldsOf(runTable, 'totals'));
        const chosen = projectIds === undefined ? query : query.where('run.project_id', 'in', projectIds);
        const rows = projectIds?.length === 0 ? [] : await chosen.execute();
        return new Map(recordsOf(runTable, rows).map((run) => [run.projectId, run]));
      }),
    /** How many projects have a newest run that is paused (unless its process ended), and how many have one that read no page at all. */
    // One index look-up for each project, and no visits where totals are known: monitoring systems call this all the time.
    inTrouble: () =>
      database.read(async (db) => {
        const isPaused = sql`run.state = 'paused' and coalesce(run.pause_reason, '') <> 'interrupted'`;
        const { rows } = await sql<{ paused: number; failing: number }>`
          select count(case when ${isPaused} then 1 end) as paused,
            count(case when run.state = 'finished' and run.totals like '%"outcome":"error"%' and run.totals not like '%"outcome":"ok"%'
              or ${isPaused} and not exists (select 1 from visit where visit.run_id = run.id and visit.outcome = 'ok')
              then 1 end) as failing
          from project join run on run.project_id = project.id
            and run.number = (select max(number) from run as newest where newest.project_id = project.id)`.execute(
          db,
        );
        const [{ paused, failing } = { paused: 0, failing: 0 }] = rows;
        return { paused: Number(paused), failing: Number(failing) };
      }),
    change: (runId: number, change: RunChange) => database.write(({ db }) => changeRun(db, runId, change)),
    /** Records that a user has looked at the results; only the first time counts. */
    confirm: (
      runId: number,
      { at, by }: { readonly at: number; readonly by: string },
      notes: readonly AuditNote[] = [],
    ): Promise<void> =>
      database.write(async ({ db }) => {
        await db
          .updateTable('run')
          .set({ confirmed_at: at, confirmed_by: storableText(by) })
          .where('id', '=', runId)
          .where('confirmed_at', 'is', null)
          .execute();
        for (const note of notes) await writeNote({ db }, note);
      }),
    /** Why URLs were left out, most frequent first. */
    leftOut: (runId: number): Promise<readonly LeftOut[]> =>
      database.read((db) =>
        db
          .selectFrom('left_out')
          .select(['reason', 'count', 'example_url as exampleUrl'])
          .where('run_id', '=', runId)
          .orderBy('count', 'desc')
          .orderBy('reason')
          .execute(),
      ),
  };
}

const addCount = insertInto(leftOutTable, {
  shared: ['run_id'],
  conflict: 'ON CONFLICT (run_id, reason) DO UPDATE SET count = left_out.count + excluded.count',
});

/** Adds to the counts of the run; the first example of a reason stays. */
export const addLeftOut = (writing: RowWriting, runId: number, leftOut: readonly LeftOut[]): Promise<void> =>
  writing.bulk(addCount, addCount.rows(addedByReason(leftOut), { runId }));

/** One row for each reason: PostgreSQL does not allow changing a row twice in one statement. */
export function addedByReason(leftOut: readonly LeftOut[]): readonly LeftOut[] {
  const byReason = new Map<string, LeftOut>();
  for (const item of leftOut) {
    const reason = storableText(item.reason);
    const before = byReason.get(reason);
    const exampleUrl = before?.exampleUrl ?? storableText(item.exampleUrl);
    byReason.set(reason, { reason, count: (before?.count ?? 0) + item.count, exampleUrl });
  }
  return [...byReason.values()];
}
