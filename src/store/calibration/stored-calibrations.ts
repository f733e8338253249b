import type { Selectable } from 'kysely';
import type { Database } from '../database.ts';
import { StoreError } from '../errors.ts';
import { takeIds } from '../tables/id-block.ts';
import { storableText } from '../tables/storable-text.ts';
import type { CalibrationSetTable } from './calibration-tables.ts';
import type { CalibrationSet, Calibrations } from './calibrations.ts';
import { packed, unpacked } from './packed-text.ts';
import { recordings } from './stored-recordings.ts';

/** Rows of one statement; both databases have a limit on values in one. */
const rowsAtOnce = 200;

export function calibrations(database: Database): Calibrations {
  return {
    ...recordings(database),
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
        const row = { id, name: storableText(name), created_at: at, recommended: null };
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
    keepPoints: (setId, points) =>
      database.write(async ({ db }) => {
        // In one order everywhere, so that two writers never wait for each other.
        const sorted = points.toSorted((one, other) => (one.setting < other.setting ? -1 : 1));
        for (let from = 0; from < sorted.length; from += rowsAtOnce)
          await db
            .insertInto('calibration_point')
            .values(
              sorted
                .slice(from, from + rowsAtOnce)
                .map(({ setting, result }) => ({ set_id: setId, setting, result: packed(result) })),
            )
            .onConflict((conflict) => conflict.columns(['set_id', 'setting']).doNothing())
            .execute();
      }),
  };
}

const ofSets = [
  'calibration_point',
  'calibration_verdict',
  'recorded_try',
  'recorded_state',
  'recorded_site',
] as const;

const toSet = ({ id, name, created_at, recommended }: Selectable<CalibrationSetTable>): CalibrationSet => ({
  id,
  name,
  createdAt: created_at,
  recommended,
});
