import type { Selectable } from 'kysely';
import type { Database, RowWriting } from '../../database/database.ts';
import { insertInto, integer, orNull, type RowOf, table, text } from '../../database/table.ts';
import type { ListedFile, Listings, StoredFile } from './listings.ts';

/** How the good version of a file was listed, for protocols that list before they fetch (B1). */
export const listedFileTable = table(
  'listed_file',
  {
    page_id: integer,
    size: orNull(integer),
    modified_at: orNull(integer),
    /** The precision of that time, in milliseconds. */
    modified_unit: orNull(integer),
    hash: orNull(text),
    listed_at: integer,
  },
  { key: ['page_id'] },
);
export type ListedFileTable = RowOf<typeof listedFileTable>;

declare module '../../database/schema.ts' {
  interface Tables {
    readonly listed_file: RowOf<typeof listedFileTable>;
  }
}

const keepFile = insertInto(listedFileTable, {
  conflict: `ON CONFLICT (page_id) DO UPDATE SET size = excluded.size, modified_at = excluded.modified_at,
     modified_unit = excluded.modified_unit, hash = excluded.hash, listed_at = excluded.listed_at`,
});

export async function keepListed(writing: RowWriting, files: readonly ListedFile[]): Promise<void> {
  await writing.bulk(
    keepFile,
    files.map(({ pageId, size, modified, hash, listedAt }) => [
      pageId,
      size,
      modified?.at ?? null,
      modified?.unit ?? null,
      hash,
      listedAt,
    ]),
  );
}

function toListed(row: Omit<Selectable<ListedFileTable>, 'page_id'>, pageId: number): ListedFile {
  const { size, modified_at: at, modified_unit: unit, hash, listed_at: listedAt } = row;
  return { pageId, size, modified: at === null || unit === null ? null : { at, unit }, hash, listedAt };
}

export function listings(database: Database): Listings {
  return {
    find: (pageIds) =>
      database.read(async (db) => {
        const rows = await db
          .selectFrom('listed_file')
          .selectAll()
          .where('page_id', 'in', [...pageIds])
          .execute();
        return rows.map((row) => toListed(row, row.page_id));
      }),
    stored: (projectId, { after, limit }) =>
      database.read(async (db) => {
        // One row for each file: three queries, and a look-up in memory, took most of the time of an unchanged visit.
        const rows = await db
          .selectFrom('page')
          .leftJoin('visit', (join) =>
            join.onRef('visit.run_id', '=', 'page.good_run_id').onRef('visit.page_id', '=', 'page.id'),
          )
          .leftJoin('listed_file', 'listed_file.page_id', 'page.id')
          .select(['page.id', 'page.url', 'page.run_id', 'page.version_run_id', 'page.last_flag'])
          .select(['page.samples', 'page.due_at', 'visit.at', 'visit.type', 'visit.bytes'])
          .select(['listed_file.size', 'listed_file.modified_at', 'listed_file.modified_unit'])
          .select(['listed_file.hash', 'listed_file.listed_at'])
          .where('page.project_id', '=', projectId)
          .where('page.id', '>', after)
          .where('page.superseded_by', 'is', null)
          .orderBy('page.id')
          .limit(limit)
          .execute();
        return rows.map((row): StoredFile => {
          const { id, url, at, type, bytes, samples } = row;
          const { size, modified_at, modified_unit, hash, listed_at } = row;
          return {
            id,
            url,
            runId: row.run_id,
            lastGood: at === null || row.version_run_id === null ? null : { at, type, bytes },
            lastFlag: row.last_flag,
            samples,
            dueAt: row.due_at,
            listed:
              listed_at === null ? null : toListed({ size, modified_at, modified_unit, hash, listed_at }, id),
          };
        });
      }),
  };
}
