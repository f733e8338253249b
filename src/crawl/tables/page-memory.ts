import type { Database, RowWriting } from '../../database/database.ts';
import { bytes, insertInto, integer, type RowOf, table } from '../../database/table.ts';
import type { CrawlCommit } from './crawl-commit.ts';

/** Hashes of every leaf that a page ever had (C3), packed by `SeenMemory`. */
export const pageMemoryTable = table(
  'page_memory',
  {
    page_id: integer,
    hashes: bytes,
  },
  { key: ['page_id'] },
);

declare module '../../database/schema.ts' {
  interface Tables {
    readonly page_memory: RowOf<typeof pageMemoryTable>;
  }
}

/** Hashes of every leaf that a page ever had, packed; null when there are none. */
export interface PageMemories {
  read(pageId: number): Promise<Uint8Array | null>;
}

declare module '../../database/store.ts' {
  interface Store {
    readonly memories: PageMemories;
  }
}

const keepMemory = insertInto(pageMemoryTable, {
  conflict: 'ON CONFLICT (page_id) DO UPDATE SET hashes = excluded.hashes',
});

export async function keepMemories(
  writing: RowWriting,
  memories: NonNullable<CrawlCommit['memories']>,
): Promise<void> {
  await writing.bulk(
    keepMemory,
    memories.map(({ pageId, hashes }) => [pageId, hashes]),
  );
}

export function pageMemories(database: Database): PageMemories {
  return {
    read: (pageId) =>
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
