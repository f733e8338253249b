import type { Bodies, BodyFile, StoredBody } from '../content/bodies.ts';
import type { LargeBodies, LargeBody } from '../content/large-bodies.ts';
import { type PackedContent, unpackContent } from '../content/packed-content.ts';
import type { Database, RowWriting, WriteStep, Writing } from '../database.ts';
import { StoreError } from '../errors.ts';
import type { Contents } from '../store.ts';
import { insertInto } from '../table.ts';
import { contentTable } from './database-tables.ts';

const insertContent = insertInto(contentTable, {
  shared: ['stored_bytes'],
  without: ['object_id', 'object_offset'],
  conflict: 'ON CONFLICT (sha256) DO NOTHING',
});

/** Bodies up to this length, uncompressed, are in the row itself. */
export const largestBodyInRow = 1_048_576;

export const isLarge = (content: Pick<PackedContent, 'bytes'>): boolean => content.bytes > largestBodyInRow;

/** Orders contents by hash: two processes that store the same bodies in different orders could deadlock. */
const byHash = (a: { readonly sha256: Uint8Array }, b: { readonly sha256: Uint8Array }): number =>
  Buffer.compare(a.sha256, b.sha256);

/** Stores bodies. A known body is not changed; a large one that is incomplete is replaced. */
export async function insertContents(
  writing: RowWriting,
  contents: readonly PackedContent[],
  files: readonly BodyFile[],
  largeBodies: LargeBodies,
): Promise<void> {
  const small = contents.filter((content) => !isLarge(content)).sort(byHash);
  await writing.bulk(
    insertContent,
    small.map((content) => insertContent.row(content, { storedBytes: content.data.length })),
  );
  const large = [...contents.filter(isLarge).map(packedBody), ...files.map(bodyInFile)].sort(byHash);
  await writing.step(
    insertLargeContents,
    large.map((body) => ({ body, largeBodies })),
  );
}

const insertLargeContents: WriteStep<{
  readonly body: LargeContent;
  readonly largeBodies: LargeBodies;
}> = async (writing, items) => {
  for (const { body, largeBodies } of items) await insertLarge(writing, body, largeBodies);
};

type LargeContent = LargeBody & Pick<PackedContent, 'bytes' | 'encoding'>;

const packedBody = ({ data, ...content }: PackedContent): LargeContent => ({
  ...content,
  storedBytes: data.length,
  source: data,
});

const bodyInFile = ({ sha256, bytes, path }: BodyFile): LargeContent => ({
  sha256,
  bytes,
  encoding: 'identity',
  storedBytes: bytes,
  source: { path },
});

async function insertLarge(
  writing: Writing,
  { bytes, encoding, ...body }: LargeContent,
  largeBodies: LargeBodies,
): Promise<void> {
  const { db } = writing;
  const { sha256, storedBytes } = body;
  const inserted = await db
    .insertInto('content')
    .values({ sha256, bytes, stored_bytes: storedBytes, encoding, data: null })
    .onConflict((conflict) => conflict.column('sha256').doNothing())
    .returning('sha256')
    .executeTakeFirst();
  if (inserted === undefined) {
    const known = await db
      .selectFrom('content')
      .select('stored_bytes')
      .where('sha256', '=', sha256)
      .where('data', 'is', null)
      .executeTakeFirst();
    if (known === undefined || (await largeBodies.has(writing, sha256, known.stored_bytes))) return;
    // The known body may be compressed differently.
    await db
      .updateTable('content')
      .set({ stored_bytes: storedBytes, encoding })
      .where('sha256', '=', sha256)
      .execute();
  }
  await largeBodies.keep(writing, body);
}

/** The location of a body that is not in the row. */
const ofStoredBody = [
  'content.stored_bytes',
  'content.object_offset',
  'body_object.key as object_key',
] as const;

export const storedBody = (
  sha256: Uint8Array,
  row: {
    readonly stored_bytes: number;
    readonly object_offset: number | null;
    readonly object_key: string | null;
  },
): StoredBody => ({
  sha256,
  storedBytes: row.stored_bytes,
  object: row.object_key === null ? null : { key: row.object_key, offset: row.object_offset ?? 0 },
});

export function contents(database: Database, bodies: Bodies): Contents {
  return {
    async read(sha256) {
      const name = Buffer.from(sha256).toString('hex');
      const row = await database.read((db) =>
        db
          .selectFrom('content')
          .leftJoin('body_object', 'body_object.id', 'content.object_id')
          .select(['content.encoding', 'content.bytes', 'content.data', ...ofStoredBody])
          .where('content.sha256', '=', sha256)
          .executeTakeFirst(),
      );
      if (row === undefined) {
        throw new StoreError('STORE_CONTENT_UNKNOWN', `There is no stored content ${name}.`);
      }
      const data = row.data ?? (await bodies.load(storedBody(sha256, row)));
      if (data === null) {
        throw new StoreError(
          'STORE_CONTENT_DAMAGED',
          `Stored content ${name} is missing. Restore it from a backup, or visit the page again.`,
        );
      }
      return await unpackContent({ sha256, bytes: row.bytes, encoding: row.encoding, data });
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
