import type { LargeBodies } from '../content/large-bodies.ts';
import { type PackedContent, unpackContent } from '../content/packed-content.ts';
import type { BulkInsert, Database, Migration, Writing } from '../database.ts';
import { StoreError } from '../errors.ts';
import type { BodyFile, Contents } from '../store.ts';

export const createContent: Migration = async (db, { integer, text, bytes }) => {
  await db.schema
    .createTable('content')
    .addColumn('sha256', bytes, (column) => column.primaryKey().notNull())
    .addColumn('bytes', integer, (column) => column.notNull())
    .addColumn('stored_bytes', integer, (column) => column.notNull())
    .addColumn('encoding', text, (column) => column.notNull())
    .addColumn('data', bytes)
    .execute();
};

const insertContent: BulkInsert = {
  kind: 'insert',
  table: 'content',
  given: { sha256: 'bytes', bytes: 'integer', stored_bytes: 'integer', encoding: 'text', data: 'blob' },
  conflict: 'ON CONFLICT (sha256) DO NOTHING',
};

/** Bodies up to this length, uncompressed, live in the database; where there are files, longer ones become files. */
export const largestBodyInRow = 1_048_576;

export const isLarge = (content: PackedContent): boolean => content.bytes > largestBodyInRow;

export async function insertContents(
  writing: Writing,
  contents: readonly PackedContent[],
  largeBodies: LargeBodies | null,
): Promise<void> {
  const rows = contents.map((content) => [
    content.sha256,
    content.bytes,
    content.data.length,
    content.encoding,
    largeBodies !== null && isLarge(content) ? null : content.data,
  ]);
  await writing.bulk(insertContent, rows);
}

/** Bodies that are in files of their own, as they came. */
export async function insertFiles(writing: Writing, files: readonly BodyFile[]): Promise<void> {
  const rows = files.map(({ sha256, bytes }) => [sha256, bytes, bytes, 'identity', null]);
  await writing.bulk(insertContent, rows);
}

export function contents(database: Database, largeBodies: LargeBodies | null): Contents {
  return {
    async read(sha256) {
      const name = Buffer.from(sha256).toString('hex');
      const row = await database.read((db) =>
        db
          .selectFrom('content')
          .select(['encoding', 'bytes', 'data'])
          .where('sha256', '=', sha256)
          .executeTakeFirst(),
      );
      if (row === undefined) {
        throw new StoreError('STORE_CONTENT_UNKNOWN', `There is no stored content ${name}.`);
      }
      const data = row.data ?? (await largeBodies?.load(sha256)) ?? null;
      if (data === null) {
        throw new StoreError(
          'STORE_CONTENT_DAMAGED',
          `The file of stored content ${name} is missing. Restore it from a backup, or visit the page again.`,
        );
      }
      return unpackContent({ sha256, bytes: row.bytes, encoding: row.encoding, data });
    },
    has: (sha256) =>
      database.read(async (db) => {
        const row = await db
          .selectFrom('content')
          .select('bytes')
          .where('sha256', '=', sha256)
          .executeTakeFirst();
        return row !== undefined;
      }),
  };
}
