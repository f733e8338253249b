import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { Transaction } from 'kysely';
import type { Database } from '../../../database/database.ts';
import type { Tables } from '../../../database/schema.ts';
import { storableText } from '../../../database/tables/storable-text.ts';
import type { RecordedSite } from './calibration-tables.ts';

/** A state, or an action, with its number. */
export interface RecordedRow {
  readonly number: number;
  /** JSON. */
  readonly recording: string;
}

/** The result of one action, stored in one transaction. */
type RecordedStep = {
  readonly setId: number;
  readonly site: number;
  readonly state: (RecordedRow & { readonly screenshot: Uint8Array | null }) | null;
  /** Null for the index, which no action leads to. */
  readonly tried: RecordedRow | null;
};

export const packed = (text: string): Uint8Array => zstdCompressSync(Buffer.from(text));
export const unpacked = (bytes: Uint8Array): string => zstdDecompressSync(bytes).toString('utf8');

export function recordings(database: Database) {
  return {
    /** Adds the next site of the set. This and each step delete the computed points, which lack the new data. */
    begin: (
      setId: number,
      { url, settings, startedAt }: Pick<RecordedSite, 'url' | 'settings' | 'startedAt'>,
    ): Promise<RecordedSite> =>
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
    /** Throws, and stores nothing, when the state or the action is stored already: another process is recording the site. */
    keep: ({ setId, site, state, tried }: RecordedStep) =>
      database.write(async ({ db }) => {
        const key = { set_id: setId, site };
        await noteRecorded(db, setId);
        if (state !== null)
          await db
            .insertInto('recorded_state')
            .values({
              ...key,
              number: state.number,
              recording: packed(state.recording),
              screenshot: state.screenshot,
            })
            .execute();
        if (tried !== null)
          await db
            .insertInto('recorded_try')
            .values({ ...key, number: tried.number, recording: packed(tried.recording) })
            .execute();
      }),
    end: (setId: number, site: number, { endedAt, ending }: Pick<RecordedSite, 'endedAt' | 'ending'>) =>
      database.write(async ({ db }) => {
        await db
          .updateTable('recorded_site')
          .set({ ended_at: endedAt, ending })
          .where('set_id', '=', setId)
          .where('number', '=', site)
          .execute();
      }),
    sites: (setId: number): Promise<readonly RecordedSite[]> =>
      database.read((db) =>
        db
          .selectFrom('recorded_site')
          .select(['number', 'url', 'settings', 'started_at as startedAt', 'ended_at as endedAt', 'ending'])
          .where('set_id', '=', setId)
          .orderBy('number')
          .execute(),
      ),
    /** In the order of discovery. */
    states: rowsOf(database, 'recorded_state'),
    /** By site. */
    stateCounts: (setId: number): Promise<ReadonlyMap<number, number>> =>
      database.read(async (db) => {
        const rows = await db
          .selectFrom('recorded_state')
          .select((row) => ['site', row.fn.countAll().as('count')])
          .where('set_id', '=', setId)
          .groupBy('site')
          .execute();
        return new Map(rows.map(({ site, count }) => [site, Number(count)]));
      }),
    /** In the order in which they were tried. */
    tried: rowsOf(database, 'recorded_try'),
    /** PNG; null where there is none. */
    screenshot: (setId: number, site: number, state: number): Promise<Uint8Array | null> =>
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

const rowsOf =
  (database: Database, table: 'recorded_state' | 'recorded_try') =>
  (setId: number, site: number): Promise<readonly RecordedRow[]> =>
    database.read(async (db) => {
      const rows = await db
        .selectFrom(table)
        .select(['number', 'recording'])
        .where('set_id', '=', setId)
        .where('site', '=', site)
        .orderBy('number')
        .execute();
      return rows.map(({ number, recording }) => ({ number, recording: unpacked(recording) }));
    });

/** Deletes the computed points, which lack the new data. Points that are being computed will be rejected. */
async function noteRecorded(db: Transaction<Tables>, setId: number): Promise<void> {
  await db
    .updateTable('calibration_set')
    .set((row) => ({ recorded: row('recorded', '+', 1) }))
    .where('id', '=', setId)
    .execute();
  await db.deleteFrom('calibration_point').where('set_id', '=', setId).execute();
  await db.deleteFrom('calibration_grid').where('set_id', '=', setId).execute();
}
