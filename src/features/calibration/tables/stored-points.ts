import { sql, type Transaction } from 'kysely';
import type { Database } from '../../../database/database.ts';
import type { Tables } from '../../../database/schema.ts';
import type { Calibrations } from './calibrations.ts';
import { packed, unpacked } from './packed-text.ts';

type Points = Pick<
  Calibrations,
  'points' | 'pointsDone' | 'keepPoints' | 'takeBatches' | 'renewBatches' | 'giveBackBatch'
>;

/** Rows of one statement; both databases have a limit on values in one. */
const rowsAtOnce = 200;

export function points(database: Database): Points {
  const { now } = database.dialect;
  const inFuture = (forMs: number) => sql<number>`${now} + ${sql.lit(forMs)}`;
  return {
    points: (setId) =>
      database.read(async (db) => {
        const rows = await db
          .selectFrom('calibration_point')
          .select(['setting', 'result'])
          .where('set_id', '=', setId)
          .execute();
        return rows
          .map(({ setting, result }) => ({ setting, result: unpacked(result) }))
          .sort((one, other) => (one.setting < other.setting ? -1 : 1));
      }),
    pointsDone: (setId) =>
      database.read(async (db) => {
        const rows = await db
          .selectFrom('calibration_point')
          .select('setting')
          .where('set_id', '=', setId)
          .execute();
        return new Set(rows.map(({ setting }) => setting));
      }),
    keepPoints: ({ id, recorded }, kept, batch) =>
      database.write(async ({ db }) => {
        // Locks the row, so that nothing is recorded until the points are there.
        const { numUpdatedRows } = await db
          .updateTable('calibration_set')
          .set({ recorded })
          .where('id', '=', id)
          .where('recorded', '=', recorded)
          .executeTakeFirstOrThrow();
        if (numUpdatedRows === 0n) return false;
        for (let from = 0; from < kept.length; from += rowsAtOnce)
          await db
            .insertInto('calibration_point')
            .values(
              kept
                .slice(from, from + rowsAtOnce)
                .map(({ setting, result }) => ({ set_id: id, setting, result: packed(result) })),
            )
            .onConflict((conflict) => conflict.columns(['set_id', 'setting']).doNothing())
            .execute();
        if (batch !== undefined) await giveBack(db, id, batch.name, batch.holder);
        return true;
      }),
    takeBatches: (setId, names, { holder, forMs }, most) =>
      database.write(async ({ db }) => {
        const claimed = await db
          .selectFrom('calibration_batch')
          .select('name')
          .where('set_id', '=', setId)
          .where('until', '>', now)
          .execute();
        const others = new Set(claimed.map(({ name }) => name));
        const taken: string[] = [];
        for (const name of names) {
          if (taken.length >= most) break;
          if (others.has(name)) continue;
          const until = inFuture(forMs);
          // Of two who want it at the same time, the second one waits here and then finds it taken.
          const mine = await db
            .insertInto('calibration_batch')
            .values({ set_id: setId, name, holder, until })
            .onConflict((conflict) =>
              conflict
                .columns(['set_id', 'name'])
                .doUpdateSet({ holder, until })
                .where('calibration_batch.until', '<=', now),
            )
            .returning('name')
            .executeTakeFirst();
          if (mine !== undefined) taken.push(name);
        }
        return taken;
      }),
    renewBatches: (setId, { holder, forMs }) =>
      database.write(async ({ db }) => {
        await db
          .updateTable('calibration_batch')
          .set({ until: inFuture(forMs) })
          .where('set_id', '=', setId)
          .where('holder', '=', holder)
          .execute();
      }),
    giveBackBatch: (setId, name, holder) => database.write(({ db }) => giveBack(db, setId, name, holder)),
  };
}

async function giveBack(db: Transaction<Tables>, setId: number, name: string, holder: string): Promise<void> {
  await db
    .deleteFrom('calibration_batch')
    .where('set_id', '=', setId)
    .where('name', '=', name)
    .where('holder', '=', holder)
    .execute();
}
