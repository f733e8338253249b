import type { Selectable } from 'kysely';
import type { Database } from '../../../database/database.ts';
import { StoreError } from '../../../database/errors.ts';
import { takeIds } from '../../../database/tables/id-block.ts';
import { storableText } from '../../../database/tables/storable-text.ts';
import type { CalibrationSetTable } from './calibration-tables.ts';
import type { CalibrationSet, Calibrations } from './calibrations.ts';
import { points } from './stored-points.ts';
import { recordings } from './stored-recordings.ts';

export function calibrations(database: Database): Calibrations {
  return {
    ...recordings(database),
    ...points(database),
    ...wishes(database),
    create: (name, at) =>
      database.write(async ({ db }) => {
        const taken = await db
          .selectFrom('calibration_set')
          .select('id')
          .where('name', '=', name)
          .executeTakeFirst();
        if (taken !== undefined)
          throw new StoreError(
            'STORE_NAME_TAKEN',
            `There is a calibration set "${name}" already. Choose another name.`,
          );
        const id = await takeIds(db, 'calibration_set', 1);
        const row = { id, name: storableText(name), created_at: at, recommended: null, recorded: 0 };
        await db.insertInto('calibration_set').values(row).execute();
        return toSet(row);
      }),
    find: (name) =>
      database.read(async (db) => {
        const row = await db
          .selectFrom('calibration_set')
          .selectAll()
          .where('name', '=', name)
          .executeTakeFirst();
        return row === undefined ? null : toSet(row);
      }),
    list: () =>
      database.read(async (db) => {
        const rows = await db.selectFrom('calibration_set').selectAll().execute();
        return rows.map(toSet).sort((one, other) => (one.name < other.name ? -1 : 1));
      }),
    remove: (id) =>
      database.write(async ({ db }) => {
        for (const table of ofSets) await db.deleteFrom(table).where('set_id', '=', id).execute();
        await db.deleteFrom('calibration_set').where('id', '=', id).execute();
      }),
    recommend: (id, recommended) =>
      database.write(async ({ db }) => {
        await db.updateTable('calibration_set').set({ recommended }).where('id', '=', id).execute();
      }),
    judges: (setId) =>
      database.read(async (db) => {
        const rows = await db
          .selectFrom('calibration_judge')
          .select('user_id')
          .where('set_id', '=', setId)
          .execute();
        return new Set(rows.map(({ user_id }) => user_id));
      }),
    allowJudges: (setId, users) =>
      database.write(async ({ db }) => {
        await db.deleteFrom('calibration_judge').where('set_id', '=', setId).execute();
        for (const user_id of new Set(users))
          await db.insertInto('calibration_judge').values({ set_id: setId, user_id }).execute();
      }),
    verdicts: (setId) =>
      database.read((db) =>
        db
          .selectFrom('calibration_verdict')
          .select(['judge', 'site', 'one', 'other', 'verdict', 'at'])
          .where('set_id', '=', setId)
          .orderBy('at')
          .orderBy('site')
          .orderBy('one')
          .orderBy('other')
          .execute(),
      ),
    judge: (setId, { judge, ...said }) =>
      database.write(async ({ db }) => {
        const row = { set_id: setId, judge: storableText(judge), ...said };
        await db
          .insertInto('calibration_verdict')
          .values(row)
          .onConflict((conflict) =>
            conflict
              .columns(['set_id', 'judge', 'site', 'one', 'other'])
              .doUpdateSet({ verdict: said.verdict, at: said.at }),
          )
          .execute();
      }),
    undo: (setId, judge) =>
      database.write(async ({ db }) => {
        const last = await db
          .selectFrom('calibration_verdict')
          .select(['judge', 'site', 'one', 'other', 'verdict', 'at'])
          .where('set_id', '=', setId)
          .where('judge', '=', storableText(judge))
          .orderBy('at', 'desc')
          .orderBy('site', 'desc')
          .orderBy('one', 'desc')
          .orderBy('other', 'desc')
          .limit(1)
          .executeTakeFirst();
        if (last === undefined) return null;
        await db
          .deleteFrom('calibration_verdict')
          .where('set_id', '=', setId)
          .where('judge', '=', last.judge)
          .where('site', '=', last.site)
          .where('one', '=', last.one)
          .where('other', '=', last.other)
          .execute();
        return last;
      }),
  };
}

const ofSets = [
  'calibration_point',
  'calibration_batch',
  'calibration_wish',
  'calibration_judge',
  'calibration_verdict',
  'recorded_try',
  'recorded_state',
  'recorded_site',
] as const;

type Wishes = Pick<Calibrations, 'wantGrid' | 'forgetGrid' | 'wantedGrids'>;

function wishes(database: Database): Wishes {
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

const toSet = ({
  id,
  name,
  created_at,
  recommended,
  recorded,
}: Selectable<CalibrationSetTable>): CalibrationSet => ({
  id,
  name,
  createdAt: created_at,
  recommended,
  recorded,
});
