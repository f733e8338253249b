import type { Database, RowWriting } from '../../database/database.ts';
import { bytes, insertInto, integer, type RecordOf, table } from '../../database/table.ts';

/** Hashes of every leaf segment that a page ever had, packed by `SeenMemory`. */
export const pageMemoryTable = table(
  'page_memory',
  {
    page_id: integer,
    hashes: bytes,
  },
  { key: ['page_id'] },
);

export type PageMemory = RecordOf<typeof pageMemoryTable>;

const keepMemory = insertInto(pageMemoryTable, {
  conflict: 'ON CONFLICT (page_id) DO UPDATE SET hashes = excluded.hashes',
});

export const keepMemories = (writing: RowWriting, memories: readonly PageMemory[]): Promise<void> =>
  writing.bulk(keepMemory, keepMemory.rows(memories));

export function pageMemories(database: Database) {
  return {
    /** Null when there are none. */
    read: (pageId: number) =>
      database.read(async (db) => {
        const row = await db
          .selectFrom('page_memory')
          .select('hashes')
          .where('page_id', '=', pageId)
          .executeTakeFirst();
        return row?.hashes ?? null;
      }),
  };
}
