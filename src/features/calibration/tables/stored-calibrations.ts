import { sql } from 'kysely';
import type { Database } from '../../../database/database.ts';
import { StoreError } from '../../../database/errors.ts';
import type { Store } from '../../../database/store.ts';
import type { StorePart } from '../../../database/store-part.ts';
import { type TablesOf, toRecord } from '../../../database/table.ts';
import { takeIds } from '../../../database/tables/id-block.ts';
import { storableText } from '../../../database/tables/storable-text.ts';
import {
  type CalibrationSet,
  calibrationBatchTable,
  calibrationGridTable,
  calibrationJudgeTable,
  calibrationPointTable,
  calibrationSetTable,
  calibrationVerdictTable,
  recordedSiteTable,
  recordedStateTable,
  recordedTryTable,
  type StoredVerdict,
} from './calibration-tables.ts';
import { points } from './stored-points.ts';
import { recordings } from './stored-recordings.ts';

export function calibrations(database: Database) {
  return {
    ...recordings(database),
    ...points(database),
    ...requestedGrids(database),
    /** Throws STORE_NAME_TAKEN. */
    create: (name: string, at: number): Promise<CalibrationSet> =>
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
        return toRecord(row);
      }),
    find: (name: string): Promise<CalibrationSet | null> =>
      database.read(async (db) => {
        const row = await db
          .selectFrom('calibration_set')
          .selectAll()
          .where('name', '=', name)
          .executeTakeFirst();
        return row === undefined ? null : toRecord(row);
      }),
    /** By name. */
    list: (): Promise<readonly CalibrationSet[]> =>
      database.read(async (db) => {
        const rows = await db.selectFrom('calibration_set').selectAll().execute();
        return rows.map(toRecord).sort((one, other) => (one.name < other.name ? -1 : 1));
      }),
    /** Deletes the set with its recordings, verdicts and points. */
    remove: (id: number) =>
      database.write(async ({ db }) => {
        for (const table of ofSets) await db.deleteFrom(table).where('set_id', '=', id).execute();
        await db.deleteFrom('calibration_set').where('id', '=', id).execute();
      }),
    recommend: (id: number, recommended: string) =>
      database.write(async ({ db }) => {
        await db.updateTable('calibration_set').set({ recommended }).where('id', '=', id).execute();
      }),
    /** Users who may see and judge the set, besides administrators. */
    judges: (setId: number): Promise<ReadonlySet<number>> =>
      database.read(async (db) => {
        const rows = await db
          .selectFrom('calibration_judge')
          .select('user_id')
          .where('set_id', '=', setId)
          .execute();
        return new Set(rows.map(({ user_id }) => user_id));
      }),
    /** Replaces these users. */
    allowJudges: (setId: number, users: readonly number[]) =>
      database.write(async ({ db }) => {
        await db.deleteFrom('calibration_judge').where('set_id', '=', setId).execute();
        for (const user_id of new Set(users))
          await db.insertInto('calibration_judge').values({ set_id: setId, user_id }).execute();
      }),
    /** In the order in which the verdicts were given. */
    verdicts: (setId: number): Promise<readonly StoredVerdict[]> =>
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
    /** Replaces an earlier verdict of the same judge on the same pair. */
    judge: (setId: number, { judge, ...said }: StoredVerdict) =>
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
    /** Undoes the last verdict of a judge; null when there is none. */
    undo: (setId: number, judge: string): Promise<StoredVerdict | null> =>
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
  'calibration_grid',
  'calibration_judge',
  'calibration_verdict',
  'recorded_try',
  'recorded_state',
  'recorded_site',
] as const;

const requestedGrids = (database: Database) => ({
  /** From now on workers may help to run this grid; the next recorded step withdraws the request. */
  requestGrid: (setId: number, grid: string) =>
    database.write(async ({ db }) => {
      await db
        .insertInto('calibration_grid')
        .values({ set_id: setId, grid })
        .onConflict((conflict) => conflict.columns(['set_id', 'grid']).doNothing())
        .execute();
    }),
  withdrawGrid: (setId: number, grid: string) =>
    database.write(async ({ db }) => {
      await db.deleteFrom('calibration_grid').where('set_id', '=', setId).where('grid', '=', grid).execute();
    }),
  requestedGrids: (): Promise<readonly RequestedGrid[]> =>
    database.read(async (db) => {
      const rows = await db
        .selectFrom('calibration_grid')
        .innerJoin('calibration_set', 'calibration_set.id', 'calibration_grid.set_id')
        .selectAll('calibration_set')
        .select('grid')
        .orderBy('set_id')
        .orderBy('grid')
        .execute();
      return rows.map(({ grid, ...set }) => ({ set: toRecord(set), grid }));
    }),
});

export interface RequestedGrid {
  readonly set: CalibrationSet;
  /** `GridRequest` as JSON. */
  readonly grid: string;
}

declare module '../../../database/store.ts' {
  interface Store {
    readonly calibrations: ReturnType<typeof calibrations>;
  }
}

/** The part of the store that calibration needs; it cannot write anything else. */
export type CalibrationStore = Pick<Store, 'calibrations' | 'close'>;

const tables = [
  calibrationSetTable,
  recordedSiteTable,
  recordedStateTable,
  recordedTryTable,
  calibrationVerdictTable,
  calibrationPointTable,
  calibrationBatchTable,
  calibrationGridTable,
  calibrationJudgeTable,
] as const;

declare module '../../../database/schema.ts' {
  interface Tables extends TablesOf<typeof tables> {}
}

export const calibrationPart: StorePart = {
  name: 'calibration',
  version: 1,
  tables,
  assemble: ({ database }) => ({ calibrations: calibrations(database) }),
  writes: {
    calibrations: [
      'create',
      'remove',
      'recommend',
      'begin',
      'keep',
      'end',
      'judge',
      'undo',
      'keepPoints',
      'leaseBatches',
      'renewBatches',
      'releaseBatch',
      'requestGrid',
      'withdrawGrid',
      'allowJudges',
    ],
  },
  isWrittenBeside: true,
  areWorkersWanted: sql<boolean>`exists (select from calibration_grid)`,
};
