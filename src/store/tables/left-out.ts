import type { Kysely } from 'kysely';
import type { BulkInsert } from '../bulk.ts';
import type { Writing } from '../database.ts';
import type { Migration } from '../migration.ts';
import type { LeftOut } from '../records.ts';
import type { Tables } from '../schema.ts';
import { storableText } from '../storable-text.ts';

export const createLeftOut: Migration = async (db, { integer, text }) => {
  await db.schema
    .createTable('left_out')
    .addColumn('run_id', integer, (column) => column.notNull())
    .addColumn('reason', text, (column) => column.notNull())
    .addColumn('count', integer, (column) => column.notNull())
    .addColumn('example_url', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('left_out_key', ['run_id', 'reason'])
    .execute();
};

const addCount: BulkInsert = {
  kind: 'insert',
  table: 'left_out',
  given: { run_id: 'integer', reason: 'text', count: 'integer', example_url: 'text' },
  conflict: 'ON CONFLICT (run_id, reason) DO UPDATE SET count = left_out.count + excluded.count',
};

/** Adds to the run's counts; the first example of a reason stays. */
export async function addLeftOut(
  writing: Writing,
  runId: number,
  leftOut: readonly LeftOut[],
): Promise<void> {
  const byReason = new Map<string, LeftOut>();
  for (const item of leftOut) {
    const reason = storableText(item.reason);
    const before = byReason.get(reason);
    byReason.set(reason, before === undefined ? item : { ...before, count: before.count + item.count });
  }
  const rows = [...byReason].map(([reason, { count, exampleUrl }]) => [
    runId,
    reason,
    count,
    storableText(exampleUrl),
  ]);
  await writing.bulk(addCount, rows);
}

export async function leftOutOf(db: Kysely<Tables>, runId: number): Promise<readonly LeftOut[]> {
  const rows = await db
    .selectFrom('left_out')
    .select(['reason', 'count', 'example_url'])
    .where('run_id', '=', runId)
    .orderBy('count', 'desc')
    .orderBy('reason')
    .execute();
  return rows.map((row) => ({ reason: row.reason, count: row.count, exampleUrl: row.example_url }));
}
