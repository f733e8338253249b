import type { Database } from '../database.ts';
import type { Calibrations } from './calibrations.ts';
import { toSet } from './set-of-row.ts';

type Wishes = Pick<Calibrations, 'wantGrid' | 'forgetGrid' | 'wantedGrids'>;

export function wishes(database: Database): Wishes {
  return {
    wantGrid: (setId, grid) =>
      database.write(async ({ db }) => {
        await db
          .insertInto('calibration_wish')
          .values({ set_id: setId, grid })
          .onConflict((conflict) => conflict.columns(['set_id', 'grid']).doNothing())
          .execute();
      }),
    forgetGrid: (setId, grid) =>
      database.write(async ({ db }) => {
        await db
          .deleteFrom('calibration_wish')
          .where('set_id', '=', setId)
          .where('grid', '=', grid)
          .execute();
      }),
    wantedGrids: () =>
      database.read(async (db) => {
        const rows = await db
          .selectFrom('calibration_wish')
          .innerJoin('calibration_set', 'calibration_set.id', 'calibration_wish.set_id')
          .selectAll('calibration_set')
          .select('grid')
          .orderBy('set_id')
          .orderBy('grid')
          .execute();
        return rows.map((row) => ({ set: toSet(row), grid: row.grid }));
      }),
  };
}
