import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../database/schema.ts';
import type { Flag } from '../../track/index.ts';

type VisitOutcome = Tables['visit']['outcome'];

/** How many pages were read in an hour. */
export interface HourCount {
  /** Hours since 1970. */
  readonly hour: number;
  readonly pages: number;
}

/** Totals of the visits of a run when it ended: retention may have removed some of the visits. */
export interface VisitSums {
  readonly outcomes: readonly {
    readonly outcome: VisitOutcome;
    readonly count: number;
    readonly bytes: number;
  }[];
  readonly flags: Readonly<Record<Flag, number>>;
  /** Pages read in each hour since 1970; left out when an earlier version counted. */
  readonly hours?: readonly HourCount[];
}

/** Called when a run is finished: its visits no longer change. */
export async function noteTotals(db: Kysely<Tables>, runId: number): Promise<void> {
  const totals = JSON.stringify(await countedTotals(db, runId));
  await db.updateTable('run').set({ totals }).where('id', '=', runId).execute();
}

/** Called before the first visit of a run is removed: afterwards the visits cannot be counted. */
export async function noteRetention(
  db: Kysely<Tables>,
  runIds: readonly number[],
  at: number,
): Promise<void> {
  const untouched = await db
    .selectFrom('run')
    .select('id')
    .where('id', 'in', runIds)
    .where('retention_at', 'is', null)
    .execute();
  for (const { id } of untouched) {
    const totals = JSON.stringify(await totalsOf(db, id));
    await db.updateTable('run').set({ retention_at: at, totals }).where('id', '=', id).execute();
  }
}

/**
 * The stored totals, or counted ones while the run is active. Later runs may find out that a page is the same as another one: no
 * report then contains its visits, and they no longer count.
 */
export async function totalsOf(db: Kysely<Tables>, runId: number): Promise<VisitSums> {
  const run = await db
    .selectFrom('run')
    .select(['totals', 'retention_at', 'project_id'])
    .where('id', '=', runId)
    .executeTakeFirst();
  const noted = run?.totals == null ? null : (JSON.parse(run.totals) as VisitSums);
  if (noted !== null && run?.retention_at != null) return noted;
  const { flags, ...others } = noted ?? (await countedTotals(db, runId));
  const superseded = await db
    .selectFrom('visit')
    .select('flag')
    .select((row) => row.fn.countAll().as('count'))
    .where('run_id', '=', runId)
    .where('page_id', 'in', (row) =>
      row
        .selectFrom('page')
        .select('id')
        .where('project_id', '=', run?.project_id ?? 0)
        .where('superseded_by', 'is not', null),
    )
    .groupBy('flag')
    .execute();
  const left = { ...flags };
  for (const { flag, count } of superseded) if (flag !== null) left[flag] -= Number(count);
  return { ...others, flags: left };
}

/** Integer division: both databases drop the rest. */
const hourOf = sql<number>`at / 3600000`;

async function countedTotals(db: Kysely<Tables>, runId: number): Promise<VisitSums> {
  const rows = await db
    .selectFrom('visit')
    .select((row) => [
      'outcome',
      'flag',
      row.fn.countAll<number>().as('count'),
      sql<number>`cast(coalesce(sum(bytes), 0) as bigint)`.as('bytes'),
      hourOf.as('hour'),
    ])
    .where('run_id', '=', runId)
    .groupBy(['outcome', 'flag', hourOf])
    .execute();
  const flags = { NEW: 0, SAM: 0, UPD: 0, MIS: 0, ERR: 0 };
  const outcomes = new Map<VisitOutcome, { count: number; bytes: number }>();
  const hours = new Map<number, number>();
  for (const { outcome, flag, count, bytes, hour } of rows) {
    if (outcome === 'ok') hours.set(Number(hour), (hours.get(Number(hour)) ?? 0) + Number(count));
    if (flag !== null) flags[flag] += Number(count);
    const known = outcomes.get(outcome) ?? { count: 0, bytes: 0 };
    outcomes.set(outcome, { count: known.count + Number(count), bytes: known.bytes + Number(bytes) });
  }
  const sorted = [...outcomes].sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    outcomes: sorted.map(([outcome, sums]) => ({ outcome, ...sums })),
    flags,
    hours: [...hours].sort(([a], [b]) => a - b).map(([hour, pages]) => ({ hour, pages })),
  };
}
