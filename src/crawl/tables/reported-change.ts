import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { type Kysely, sql } from 'kysely';
import type { Database, RowWriting } from '../../database/database.ts';
import type { Tables } from '../../database/schema.ts';
import { blob, bytes, insertInto, integer, type RowOf, table } from '../../database/table.ts';
import { groupKeys, type ReportedPage } from '../../track/index.ts';
import type { CrawlCommit } from './crawl-commit.ts';
import { isNotSame } from './not-same.ts';
import type { UpdatedPage } from './records.ts';

/** What a run reported about an updated page, as it judged then (X7). */
export const reportedChangeTable = table(
  'told_change',
  {
    run_id: integer,
    page_id: integer,
    /** `groupKeys` of its changes. */
    keys: bytes,
    /** `ReportedPage` as JSON, compressed. */
    told: blob,
  },
  { key: ['run_id', 'page_id'] },
);

declare module '../../database/schema.ts' {
  interface Tables {
    readonly told_change: RowOf<typeof reportedChangeTable>;
  }
}

/** What runs reported. It never changes: not when rules are learned, withdrawn, switched off or on. */
export interface ReportedChanges {
  /** What a run reported about a page; null when that was nothing in words, or when an earlier version of Tidemark made the run. */
  find(runId: number, pageId: number): Promise<ReportedPage | null>;
  /** The same for some pages of a run; those without are left out. */
  findAmong(runId: number, pageIds: readonly number[]): Promise<ReadonlyMap<number, ReportedPage>>;
  /** The updated pages of a run, or those of the given ones, in the order of page ids, after the given page. */
  updated(
    runId: number,
    part: { after?: number; limit: number; among?: readonly number[] },
  ): Promise<readonly UpdatedPage[]>;
  /** The same pages with nothing but what groups them: of thousands, the rest takes most of the time. */
  updatedKeys(
    runId: number,
    part: { after?: number; limit: number },
  ): Promise<readonly Pick<UpdatedPage, 'pageId' | 'keys'>[]>;
}

declare module '../../database/store.ts' {
  interface Store {
    readonly reported: ReportedChanges;
  }
}

const insertReported = insertInto(reportedChangeTable);

/** In the transaction of the visits: a visit without what it reported would be reported otherwise later. */
export async function keepReported(
  writing: RowWriting,
  runId: number,
  visits: NonNullable<CrawlCommit['reported']>,
): Promise<void> {
  await writing.bulk(
    insertReported,
    visits.map(({ pageId, reported }) => [runId, pageId, groupKeys(reported.changes), packed(reported)]),
  );
}

const options = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

// JSON.stringify escapes NUL and lone surrogates, so that words come back exactly as they were.
const packed = (reported: ReportedPage): Uint8Array =>
  zstdCompressSync(Buffer.from(JSON.stringify(reported)), options);

const unpacked = (bytes: Uint8Array): ReportedPage =>
  JSON.parse(zstdDecompressSync(bytes).toString('utf8')) as ReportedPage;

export function reportedChanges(database: Database): ReportedChanges {
  return {
    find: (runId, pageId) =>
      database.read(async (db) => {
        const row = await db
          .selectFrom('told_change')
          .select('told')
          .where('run_id', '=', runId)
          .where('page_id', '=', pageId)
          .executeTakeFirst();
        return row === undefined ? null : unpacked(row.told);
      }),
    findAmong: (runId, pageIds) =>
      database.read(async (db) => {
        if (pageIds.length === 0) return new Map();
        const rows = await db
          .selectFrom('told_change')
          .select(['page_id', 'told'])
          .where('run_id', '=', runId)
          .where('page_id', 'in', pageIds)
          .execute();
        return new Map(rows.map(({ page_id, told }) => [page_id, unpacked(told)]));
      }),
    updated: (runId, { after = 0, limit, among }) =>
      database.read((db) =>
        updatedIn(db, runId, after)
          .select(['page.id as pageId', 'page.url', 'page.identity', 'told_change.keys'])
          .select((row) => row.fn.coalesce('visit.reason', sql.lit('')).as('reason'))
          .$if(among !== undefined, (query) => query.where('visit.page_id', 'in', among ?? []))
          .limit(limit)
          .execute(),
      ),
    updatedKeys: (runId, { after = 0, limit }) =>
      database.read((db) =>
        db
          .selectFrom('visit')
          .leftJoin('told_change', (join) =>
            join
              .onRef('told_change.run_id', '=', 'visit.run_id')
              .onRef('told_change.page_id', '=', 'visit.page_id'),
          )
          .select(['visit.page_id as pageId', 'told_change.keys'])
          .where('visit.run_id', '=', runId)
          .where('visit.flag', '=', 'UPD')
          .where(isNotSame)
          .where('visit.page_id', '>', after)
          // Few pages turn out to be others, and there is an index of them: nobody looks at all the rest.
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

const updatedIn = (db: Kysely<Tables>, runId: number, after: number) =>
  db
    .selectFrom('visit')
    .innerJoin('page', 'page.id', 'visit.page_id')
    .leftJoin('told_change', (join) =>
      join
        .onRef('told_change.run_id', '=', 'visit.run_id')
        .onRef('told_change.page_id', '=', 'visit.page_id'),
    )
    .where('visit.run_id', '=', runId)
    .where('visit.flag', '=', 'UPD')
    .where(isNotSame)
    .where('page.superseded_by', 'is', null)
    .where('visit.page_id', '>', after)
    .orderBy('visit.page_id');
