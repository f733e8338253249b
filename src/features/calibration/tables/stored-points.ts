import { sql, type Transaction } from 'kysely';
import type { Database } from '../../../database/database.ts';
import type { Tables } from '../../../database/schema.ts';
import type { CalibrationSet } from './calibration-tables.ts';
import { packed, unpacked } from './stored-recordings.ts';

type StoredPoint = {
  /** `broder/words:3@0.2` */
  readonly setting: string;
  /** `PointResult` as JSON. */
  readonly result: string;
};

/** The lease on a batch of points. The lease of a killed process expires. */
export interface BatchLease {
  /** Identifies the process; it is unique. */
  readonly holder: string;
  readonly forMs: number;
}

/** Rows per statement; both databases limit the values in one statement. */
const rowsAtOnce = 200;

export function points(database: Database) {
  const { now } = database.dialect;
  const inFuture = (forMs: number) => sql<number>`${now} + ${sql.lit(forMs)}`;
  return {
    /** In the order of their settings. */
    points: (setId: number): Promise<readonly StoredPoint[]> =>
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
    /** The settings of the stored points. */
    pointsDone: (setId: number): Promise<ReadonlySet<string>> =>
      database.read(async (db) => {
        const rows = await db
          .selectFrom('calibration_point')
          .select('setting')
          .where('set_id', '=', setId)
          .execute();
        return new Set(rows.map(({ setting }) => setting));
      }),
    /**
     * Does not change points that are stored already; ends the lease on `batch` in the same transaction. Returns false, and stores nothing, when the set
     * has new recordings since it was read.
     */
    keepPoints: (
      { id, recorded }: Pick<CalibrationSet, 'id' | 'recorded'>,
      kept: readonly StoredPoint[],
      batch?: { readonly name: string; readonly holder: string },
    ): Promise<boolean> =>
      database.write(async ({ db }) => {
        // Locks the row, so that nothing is recorded until the points are stored.
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
        if (batch !== undefined) await release(db, id, batch.name, batch.holder);
        return true;
      }),
    /** Leases the first free batches of `names`, at most `most`. */
    leaseBatches: (
      setId: number,
      names: readonly string[],
      { holder, forMs }: BatchLease,
      most: number,
    ): Promise<readonly string[]> =>
      database.write(async ({ db }) => {
        const leased = await db
          .selectFrom('calibration_batch')
          .select('name')
          .where('set_id', '=', setId)
          .where('expires_at', '>', now)
          .execute();
        const others = new Set(leased.map(({ name }) => name));
        const taken: string[] = [];
        for (const name of names) {
          if (taken.length >= most) break;
          if (others.has(name)) continue;
          const expires_at = inFuture(forMs);
          // If two processes arrive at the same time, the second waits here and then finds the batch leased.
          const mine = await db
            .insertInto('calibration_batch')
            .values({ set_id: setId, name, holder, expires_at })
            .onConflict((conflict) =>
              conflict
                .columns(['set_id', 'name'])
                .doUpdateSet({ holder, expires_at })
                .where('calibration_batch.expires_at', '<=', now),
            )
            .returning('name')
            .executeTakeFirst();
          if (mine !== undefined) taken.push(name);
        }
        return taken;
      }),
    renewBatches: (setId: number, { holder, forMs }: BatchLease) =>
      database.write(async ({ db }) => {
        await db
          .updateTable('calibration_batch')
          .set({ expires_at: inFuture(forMs) })
          .where('set_id', '=', setId)
          .where('holder', '=', holder)
          .execute();
      }),
    releaseBatch: (setId: number, name: string, holder: string) =>
      database.write(({ db }) => release(db, setId, name, holder)),
  };
}

async function release(db: Transaction<Tables>, setId: number, name: string, holder: string): Promise<void> {
  await db
    .deleteFrom('calibration_batch')
    .where('set_id', '=', setId)
    .where('name', '=', name)
    .where('holder', '=', holder)
    .execute();
}
