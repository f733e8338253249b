import type { Database } from '../database.ts';
import { StoreError } from '../errors.ts';
import { takeIds } from '../tables/id-block.ts';
import { storableText } from '../tables/storable-text.ts';
import type { Calibrations } from './calibrations.ts';
import { toSet } from './set-of-row.ts';
import { points } from './stored-points.ts';
import { recordings } from './stored-recordings.ts';
import { wishes } from './stored-wishes.ts';

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
