import { type Kysely, sql } from 'kysely';
import type { Flag } from '../../track/index.ts';
import type { Migration } from '../database.ts';
import type { VisitOutcome } from '../records.ts';
import type { Tables } from '../schema.ts';

/** What the visits of a run were when it ended: some of them are not there any more. */
export interface VisitSums {
  readonly outcomes: readonly {
    readonly outcome: VisitOutcome;
    readonly count: number;
    readonly bytes: number;
  }[];
  readonly flags: Readonly<Record<Flag, number>>;
}

/** When a run was tidied, and its `VisitSums` as JSON. */
export const addTidied: Migration = async (db, { integer, text }) => {
  await db.schema.alterTable('run').addColumn('tidied_at', integer).execute();
  await db.schema.alterTable('run').addColumn('totals', text).execute();
};

/** Called when a run is finished: its visits do not change any more. */
export async function noteTotals(db: Kysely<Tables>, runId: number): Promise<void> {
  const totals = JSON.stringify(await countedTotals(db, runId));
  await db.updateTable('run').set({ totals }).where('id', '=', runId).execute();
}

/** Called before the first visit of a run goes: afterwards nobody could count them. */
export async function noteTidied(db: Kysely<Tables>, runIds: readonly number[], at: number): Promise<void> {
  const untouched = await db
    .selectFrom('run')
    .select('id')
    .where('id', 'in', runIds)
    .where('tidied_at', 'is', null)
    .execute();
  for (const { id } of untouched) {
    await noteTotals(db, id);
    await db.updateTable('run').set({ tidied_at: at }).where('id', '=', id).execute();
  }
}

/** As they were noted; counted while everything is there, since later runs may find out that two pages are one. */
export async function totalsOf(db: Kysely<Tables>, runId: number): Promise<VisitSums> {
  const row = await db
    .selectFrom('run')
    .select(['totals', 'tidied_at'])
    .where('id', '=', runId)
    .executeTakeFirst();
  const noted = row?.tidied_at == null ? null : row.totals;
  return noted === null ? countedTotals(db, runId) : (JSON.parse(noted) as VisitSums);
}

async function countedTotals(db: Kysely<Tables>, runId: number): Promise<VisitSums> {
  const rows = await db
    .selectFrom('visit')
    .innerJoin('page', 'page.id', 'visit.page_id')
    .select((row) => [
      'visit.outcome',
      'visit.flag',
      // Without the visits of pages that turned out to be others, which no report has.
      sql<number>`sum(CASE WHEN page.superseded_by IS NULL THEN 1 ELSE 0 END)`.as('flagged'),
      row.fn.countAll<number>().as('count'),
      sql<number>`cast(coalesce(sum(visit.bytes), 0) as bigint)`.as('bytes'),
    ])
    .where('visit.run_id', '=', runId)
    .groupBy(['visit.outcome', 'visit.flag'])
    .execute();
  const flags = { NEW: 0, SAM: 0, UPD: 0, MIS: 0, ERR: 0 };
  const outcomes = new Map<VisitOutcome, { count: number; bytes: number }>();
  for (const { outcome, flag, flagged, count, bytes } of rows) {
    if (flag !== null) flags[flag] += Number(flagged);
    const known = outcomes.get(outcome) ?? { count: 0, bytes: 0 };
    outcomes.set(outcome, { count: known.count + Number(count), bytes: known.bytes + Number(bytes) });
  }
  const sorted = [...outcomes].sort(([a], [b]) => (a < b ? -1 : 1));
  return { outcomes: sorted.map(([outcome, sums]) => ({ outcome, ...sums })), flags };
}
