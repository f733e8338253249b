import { type Kysely, type Selectable, sql } from 'kysely';
import type { BulkUpdate, Database, RowWriting, WriteStep } from '../../database/database.ts';
import type { Tables } from '../../database/schema.ts';
import { insertInto, integer, orNull, type RowOf, table, text, textOf } from '../../database/table.ts';
import { takeIds } from '../../database/tables/id-block.ts';
import { storableText } from '../../database/tables/storable-text.ts';
import { writeNote } from './audit-log.ts';
import type { AuditNote, KnownPageCounts, LeftOut, Run, RunChange, RunState } from './records.ts';
import { noteTotals } from './visit-sums.ts';

/** Ids grow with time over all projects, so that a later run has the greater id. */
export const runTable = table(
  'run',
  {
    id: integer,
    project_id: integer,
    number: integer,
    state: textOf<RunState>(),
    started_at: integer,
    ended_at: orNull(integer),
    settings: text,
    saved_state: orNull(text),
    pause_reason: orNull(text),
    resume_at: orNull(integer),
    due_at: orNull(integer),
    /** `KnownPageCounts` as JSON; null before they are counted. */
    known_pages: orNull(text),
    /** When, and by whom, its results were confirmed (B9). */
    confirmed_at: orNull(integer),
    confirmed_by: orNull(text),
    /** When visits of it were removed, and its `VisitSums` as JSON from before. */
    tidied_at: orNull(integer),
    totals: orNull(text),
  },
  { key: ['id'], indexes: ['UNIQUE INDEX run_number ON run (project_id, number)'], takesIds: true },
);
export type RunTable = RowOf<typeof runTable>;

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

declare module '../../database/schema.ts' {
  interface Tables {
    readonly run: RowOf<typeof runTable>;
    readonly left_out: RowOf<typeof leftOutTable>;
  }
}

interface RunPart {
  readonly below?: number;
  readonly limit: number;
}

export interface Runs {
  /** Starts the project's next run. */
  begin(
    projectId: number,
    start: Pick<Run, 'startedAt' | 'settings'> & Partial<Pick<Run, 'dueAt'>>,
  ): Promise<Run>;
  /** The newest run; null before the first. */
  latest(projectId: number): Promise<Run | null>;
  /** The newest run of every project, or of these, that has one, by the ids of projects. */
  latestOfAll(projectIds?: readonly number[]): Promise<ReadonlyMap<number, Run>>;
  /** How many projects have a newest run that pauses (unless its process was ended), and one that read no page at all. */
  inTrouble(): Promise<{ readonly paused: number; readonly failing: number }>;
  /** Newest first: all, or at most `limit` with numbers below `below`. */
  list(projectId: number, part?: RunPart): Promise<readonly Run[]>;
  change(runId: number, change: RunChange): Promise<void>;
  /** Notes that somebody has looked at the results; the first time counts. */
  confirm(
    runId: number,
    confirmed: { readonly at: number; readonly by: string },
    notes?: readonly AuditNote[],
  ): Promise<void>;
  /** Why URLs were left out, most frequent first. */
  leftOut(runId: number): Promise<readonly LeftOut[]>;
}

declare module '../../database/store.ts' {
  interface Store {
    readonly runs: Runs;
  }
}

const toRun = (row: Selectable<RunTable>): Run => ({
  id: row.id,
  projectId: row.project_id,
  number: row.number,
  state: row.state,
  startedAt: row.started_at,
  endedAt: row.ended_at,
  settings: row.settings,
  savedState: row.saved_state,
  pauseReason: row.pause_reason,
  resumeAt: row.resume_at,
  dueAt: row.due_at,
  knownPages: row.known_pages === null ? null : (JSON.parse(row.known_pages) as KnownPageCounts),
  confirmed: row.confirmed_at === null ? null : { at: row.confirmed_at, by: row.confirmed_by ?? '' },
  tidiedAt: row.tidied_at,
});

/** A running run has no end, no pause reason and no time to go on. */
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

export function runs(database: Database): Runs {
  const newestFirst: Runs['list'] = (projectId, part) =>
    database.read(async (db) => {
      let query = db
        .selectFrom('run')
        .selectAll()
        .where('project_id', '=', projectId)
        .orderBy('number', 'desc');
      if (part?.below !== undefined) query = query.where('number', '<', part.below);
      if (part !== undefined) query = query.limit(part.limit);
      return (await query.execute()).map(toRun);
    });
  return {
    begin: (projectId, start) =>
      database.write(async ({ db }) => {
        const id = await takeIds(db, 'run', 1);
        const { last } = await db
          .selectFrom('run')
          .select((row) => row.fn.max('number').as('last'))
          .where('project_id', '=', projectId)
          .executeTakeFirstOrThrow();
        const row = await db
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
          .returningAll()
          .executeTakeFirstOrThrow();
        return toRun(row);
      }),
    latest: async (projectId) => (await newestFirst(projectId, { limit: 1 }))[0] ?? null,
    latestOfAll: (projectIds) =>
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
          .selectAll('run');
        const chosen = projectIds === undefined ? query : query.where('run.project_id', 'in', projectIds);
        const rows = projectIds?.length === 0 ? [] : await chosen.execute();
        return new Map(rows.map((row) => [row.project_id, toRun(row)]));
      }),
    // One look at an index for each project, and no visits where totals are known: a monitoring system asks this all day long.
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
    list: newestFirst,
    change: (runId, change) => database.write(({ db }) => changeRun(db, runId, change)),
    confirm: (runId, { at, by }, notes = []) =>
      database.write(async ({ db }) => {
        await db
          .updateTable('run')
          .set({ confirmed_at: at, confirmed_by: storableText(by) })
          .where('id', '=', runId)
          .where('confirmed_at', 'is', null)
          .execute();
        for (const note of notes) await writeNote({ db }, note);
      }),
    leftOut: (runId) => database.read((db) => leftOutOf(db, runId)),
  };
}

const addCount = insertInto(leftOutTable, {
  conflict: 'ON CONFLICT (run_id, reason) DO UPDATE SET count = left_out.count + excluded.count',
});

/** Adds to the counts of the run; the first example of a reason stays. */
export async function addLeftOut(
  writing: RowWriting,
  runId: number,
  leftOut: readonly LeftOut[],
): Promise<void> {
  const rows = addedByReason(leftOut).map(({ reason, count, exampleUrl }) => [
    ...[runId, reason, count, exampleUrl],
  ]);
  await writing.bulk(addCount, rows);
}

/** One for each reason, as it can be stored: PostgreSQL refuses to change a row twice in one statement. */
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

async function leftOutOf(db: Kysely<Tables>, runId: number): Promise<readonly LeftOut[]> {
  const rows = await db
    .selectFrom('left_out')
    .select(['reason', 'count', 'example_url'])
    .where('run_id', '=', runId)
    .orderBy('count', 'desc')
    .orderBy('reason')
    .execute();
  return rows.map((row) => ({ reason: row.reason, count: row.count, exampleUrl: row.example_url }));
}
