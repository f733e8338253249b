import type { BulkInsert, Database, Migration, Writing } from '../database.ts';
import type { ListedFile, Listings } from '../listings.ts';

export const createListedFile: Migration = async (db, { integer, text }) => {
  await db.schema
    .createTable('listed_file')
    .addColumn('page_id', integer, (column) => column.primaryKey())
    .addColumn('size', integer)
    .addColumn('modified_at', integer)
    .addColumn('modified_unit', integer)
    .addColumn('hash', text)
    .addColumn('listed_at', integer, (column) => column.notNull())
    .execute();
};

const keepFile: BulkInsert = {
  kind: 'insert',
  table: 'listed_file',
  given: {
    page_id: 'integer',
    size: 'integer',
    modified_at: 'integer',
    modified_unit: 'integer',
    hash: 'text',
    listed_at: 'integer',
  },
  conflict: `ON CONFLICT (page_id) DO UPDATE SET size = excluded.size, modified_at = excluded.modified_at,
     modified_unit = excluded.modified_unit, hash = excluded.hash, listed_at = excluded.listed_at`,
};

export async function keepListed(writing: Writing, files: readonly ListedFile[]): Promise<void> {
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

export function listings(database: Database): Listings {
  return {
    find: (pageIds) =>
      database.read(async (db) => {
        const rows = await db
          .selectFrom('listed_file')
          .selectAll()
          .where('page_id', 'in', [...pageIds])
          .execute();
        return rows.map((row): ListedFile => {
          const { modified_at: at, modified_unit: unit } = row;
          return {
            pageId: row.page_id,
            size: row.size,
            modified: at === null || unit === null ? null : { at, unit },
            hash: row.hash,
            listedAt: row.listed_at,
          };
        });
      }),
  };
}
