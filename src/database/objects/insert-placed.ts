import { sql } from 'kysely';
import { nameOfHash } from '../content/hash-name.ts';
import type { BulkInsert, RowWriting, WriteStep } from '../database.ts';
import type { PlacedContent } from './object-writer.ts';

/** What a transaction has to write down, and what it relies on. */
export interface PlacedContents {
  readonly placed: readonly PlacedContent[];
  /** Contents that have a row already, by hash. */
  readonly known: readonly Uint8Array[];
}

/** A content that was known was removed meanwhile, or an object was given up: the bodies have to be written again. */
export class PlaceGone extends Error {
  override readonly name = 'PlaceGone';
}

const insertRows: BulkInsert = {
  kind: 'insert',
  table: 'content',
  given: {
    sha256: 'bytes',
    bytes: 'integer',
    stored_bytes: 'integer',
    encoding: 'text',
    object_id: 'integer',
    object_offset: 'integer',
  },
  conflict: 'ON CONFLICT (sha256) DO NOTHING',
};

/** Throws `PlaceGone`. */
export async function insertPlaced(writing: RowWriting, { placed, known }: PlacedContents): Promise<void> {
  // In the order in which every commit writes them: two that store the same bodies would wait for each other forever.
  const rows = placed.toSorted((a, b) => Buffer.compare(a.sha256, b.sha256));
  await writing.bulk(
    insertRows,
    rows.map(({ sha256, bytes, storedBytes, encoding, objectId, offset }) => [
      ...[sha256, bytes, storedBytes, encoding],
      ...[objectId, offset],
    ]),
  );
  await writing.step(
    requireObjects,
    placed.map(({ objectId }) => objectId),
  );
  await writing.step(requireKnown, known);
}

/** Nobody can give them up any more until the transaction ends; then they have a content. */
const requireObjects: WriteStep<number> = async ({ db }, objectIds) => {
  const ids = [...new Set(objectIds)];
  const there = await db
    .selectFrom('body_object')
    .select('id')
    .where('id', 'in', ids)
    .where('given_up', '=', 0)
    .forShare()
    .execute();
  if (there.length < ids.length) throw new PlaceGone('An object was given up before its contents came.');
};

/** Who removes contents needs a lock that this one keeps off: what is there now is there when the transaction ends. */
const requireKnown: WriteStep<Uint8Array> = async ({ db }, given) => {
  const known = new Map(given.map((sha256) => [nameOfHash(sha256), sha256]));
  await sql`LOCK TABLE content IN ROW EXCLUSIVE MODE`.execute(db);
  const { count } = await db
    .selectFrom('content')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('sha256', 'in', [...known.values()])
    .executeTakeFirstOrThrow();
  if (count < known.size) throw new PlaceGone('A content that was known was removed meanwhile.');
};
