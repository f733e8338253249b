import type { Transaction } from 'kysely';
import type { Database } from '../../../database/database.ts';
import type { Tables } from '../../../database/schema.ts';
import { storableText } from '../../../database/tables/storable-text.ts';
import type { Calibrations } from './calibrations.ts';
import { packed, unpacked } from './packed-text.ts';

type Recordings = Pick<
  Calibrations,
  'begin' | 'keep' | 'end' | 'sites' | 'states' | 'stateCounts' | 'tried' | 'screenshot'
>;

export function recordings(database: Database): Recordings {
  return {
    begin: (setId, { url, settings, startedAt }) =>
      database.write(async ({ db }) => {
        const { last } = await db
          .selectFrom('recorded_site')
          .select((row) => row.fn.max('number').as('last'))
          .where('set_id', '=', setId)
          .executeTakeFirstOrThrow();
        const number = (last ?? 0) + 1;
        await noteRecorded(db, setId);
        await db
          .insertInto('recorded_site')
          .values({
            set_id: setId,
            number,
            url: storableText(url),
            settings: storableText(settings),
            started_at: startedAt,
          })
          .execute();
        return { number, url, settings, startedAt, endedAt: null, ending: null };
      }),
    keep: ({ setId, site, state, tried }) =>
      database.write(async ({ db }) => {
        const place = { set_id: setId, site };
        await noteRecorded(db, setId);
        if (state !== null)
          await db
            .insertInto('recorded_state')
            .values({
              ...place,
              number: state.number,
              taped: packed(state.taped),
              screenshot: state.screenshot,
            })
            .execute();
        if (tried !== null)
          await db
            .insertInto('recorded_try')
            .values({ ...place, place: tried.number, taped: packed(tried.taped) })
            .execute();
      }),
    end: (setId, site, { endedAt, ending }) =>
      database.write(async ({ db }) => {
        await db
          .updateTable('recorded_site')
          .set({ ended_at: endedAt, ending })
          .where('set_id', '=', setId)
          .where('number', '=', site)
          .execute();
      }),
    sites: (setId) =>
      database.read((db) =>
        db
          .selectFrom('recorded_site')
          .select(['number', 'url', 'settings', 'started_at as startedAt', 'ended_at as endedAt', 'ending'])
          .where('set_id', '=', setId)
          .orderBy('number')
          .execute(),
      ),
    states: (setId, site) =>
      database.read(async (db) => {
        const rows = await db
          .selectFrom('recorded_state')
          .select(['number', 'taped'])
          .where('set_id', '=', setId)
          .where('site', '=', site)
          .orderBy('number')
          .execute();
        return rows.map(({ number, taped }) => ({ number, taped: unpacked(taped) }));
      }),
    stateCounts: (setId) =>
      database.read(async (db) => {
        const rows = await db
          .selectFrom('recorded_state')
          .select((row) => ['site', row.fn.countAll().as('count')])
          .where('set_id', '=', setId)
          .groupBy('site')
          .execute();
        return new Map(rows.map(({ site, count }) => [site, Number(count)]));
      }),
    tried: (setId, site) =>
      database.read(async (db) => {
        const rows = await db
          .selectFrom('recorded_try')
          .select(['place', 'taped'])
          .where('set_id', '=', setId)
          .where('site', '=', site)
          .orderBy('place')
          .execute();
        return rows.map(({ place, taped }) => ({ number: place, taped: unpacked(taped) }));
      }),
    screenshot: (setId, site, state) =>
      database.read(async (db) => {
        const row = await db
          .selectFrom('recorded_state')
          .select('screenshot')
          .where('set_id', '=', setId)
          .where('site', '=', site)
          .where('number', '=', state)
          .executeTakeFirst();
        return row?.screenshot ?? null;
      }),
  };
}

/** What was computed so far knows nothing of what comes now; what is being computed will be refused. */
async function noteRecorded(db: Transaction<Tables>, setId: number): Promise<void> {
  await db
    .updateTable('calibration_set')
    .set((row) => ({ recorded: row('recorded', '+', 1) }))
    .where('id', '=', setId)
    .execute();
  await db.deleteFrom('calibration_point').where('set_id', '=', setId).execute();
  await db.deleteFrom('calibration_wish').where('set_id', '=', setId).execute();
}
