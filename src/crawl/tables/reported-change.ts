import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { sql } from 'kysely';
import type { Database, RowWriting } from '../../database/database.ts';
import type { ItemOf } from '../../database/store.ts';
import { bytes, type Column, insertInto, integer, table } from '../../database/table.ts';
import { groupKeys, type ReportedPage } from '../../track/index.ts';
import { isNotSame } from './visit.ts';

const options = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

/** Compressed JSON. `JSON.stringify` escapes NUL and lone surrogates, so that words are read back exactly. */
const packed = (reported: ReportedPage): Uint8Array =>
  zstdCompressSync(Buffer.from(JSON.stringify(reported)), options);

const unpacked = (bytes: Uint8Array): ReportedPage =>
  JSON.parse(zstdDecompressSync(bytes).toString('utf8')) as ReportedPage;

const reportedPage: Column<Uint8Array, ReportedPage> = { type: 'blob', encode: packed };

/** What a run reported about an updated page, by its verdict at that time. */
export const reportedChangeTable = table(
  'reported_change',
  {
    run_id: integer,
    page_id: integer,
    /** `groupKeys` of its changes. */
    keys: bytes,
    reported: reportedPage,
  },
  { key: ['run_id', 'page_id'] },
);

/** What a run reports about a page that it found updated. */
export interface ReportedVisit {
  readonly pageId: number;
  readonly reported: ReportedPage;
}

const insertReported = insertInto(reportedChangeTable, { shared: ['run_id', 'keys'] });

/** In the transaction of the visits: a visit without its report would be reported differently later. */
export const keepReported = (
  writing: RowWriting,
  runId: number,
  visits: readonly ReportedVisit[],
): Promise<void> =>
  writing.bulk(
    insertReported,
    visits.map((visit) => insertReported.row(visit, { runId, keys: groupKeys(visit.reported.changes) })),
  );

/** What runs reported. It never changes, even when rules are learned, withdrawn, or switched on or off. */
export function reportedChanges(database: Database) {
  return {
    /** What a run reported about a page; null when it reported nothing in words, or when an earlier version of Tidemark made the run. */
    find: (runId: number, pageId: number) =>
      database.read(async (db) => {
        const row = await db
          .selectFrom('reported_change')
          .select('reported')
          .where('run_id', '=', runId)
          .where('page_id', '=', pageId)
          .executeTakeFirst();
        return row === undefined ? null : unpacked(row.reported);
      }),
    /** The same for some pages of a run; pages without a report are left out. */
    findAmong: (runId: number, pageIds: readonly number[]): Promise<ReadonlyMap<number, ReportedPage>> =>
      database.read(async (db) => {
        if (pageIds.length === 0) return new Map();
        const rows = await db
          .selectFrom('reported_change')
          .select(['page_id', 'reported'])
          .where('run_id', '=', runId)
          .where('page_id', 'in', pageIds)
          .execute();
        return new Map(rows.map(({ page_id, reported }) => [page_id, unpacked(reported)]));
      }),
    /** The updated pages of a run, or those among the given ones, by page id, after the given page. `keys` is null when the run stored nothing in words. */
    updated: (
      runId: number,
      { after = 0, limit, among }: { after?: number; limit: number; among?: readonly number[] },
    ) =>
      database.read((db) =>
        db
          .selectFrom('visit')
          .innerJoin('page', 'page.id', 'visit.page_id')
          .leftJoin('reported_change', (join) =>
            join
              .onRef('reported_change.run_id', '=', 'visit.run_id')
              .onRef('reported_change.page_id', '=', 'visit.page_id'),
          )
          .select(['page.id as pageId', 'page.url', 'page.identity', 'reported_change.keys'])
          .select((row) => row.fn.coalesce('visit.reason', sql.lit('')).as('reason'))
          .where('visit.run_id', '=', runId)
          .where('visit.flag', '=', 'UPD')
          .where(isNotSame)
          .where('page.superseded_by', 'is', null)
          .where('visit.page_id', '>', after)
          .$if(among !== undefined, (query) => query.where('visit.page_id', 'in', among ?? []))
          .orderBy('visit.page_id')
          .limit(limit)
          .execute(),
      ),
    /** The same pages with only the keys that group them: for thousands of pages, reading the rest takes most of the time. */
    updatedKeys: (runId: number, { after = 0, limit }: { after?: number; limit: number }) =>
      database.read((db) =>
        db
          .selectFrom('visit')
          .leftJoin('reported_change', (join) =>
            join
              .onRef('reported_change.run_id', '=', 'visit.run_id')
              .onRef('reported_change.page_id', '=', 'visit.page_id'),
          )
          .select(['visit.page_id as pageId', 'reported_change.keys'])
          .where('visit.run_id', '=', runId)
          .where('visit.flag', '=', 'UPD')
          .where(isNotSame)
          .where('visit.page_id', '>', after)
          // Few pages are superseded, and there is an index of them: no other page is read.
          .where(({ not, exists, selectFrom }) =>
            not(
              exists(
                selectFrom('page')
                  .select('page.id')
                  .whereRef('page.id', '=', 'visit.page_id')
                  .where('page.superseded_by', 'is not', null),
              ),
            ),
          )
          .orderBy('visit.page_id')
          .limit(limit)
          .execute(),
      ),
  };
}

type ReportedChanges = ReturnType<typeof reportedChanges>;
/** A page that a run found updated. */
export type UpdatedPage = ItemOf<ReportedChanges['updated']>;
