import { sql } from 'kysely';
import { nameOfHash } from '../content/hash-name.ts';
import type { RowWriting, WriteStep } from '../database.ts';
import { insertInto } from '../table.ts';
import { contentTable } from '../tables/database-tables.ts';
import type { PlacedContent } from './object-writer.ts';

/** What a transaction has to write, and what it relies on. */
export interface PlacedContents {
  readonly placed: readonly PlacedContent[];
  /** Contents that have a row already, by hash. */
  readonly known: readonly Uint8Array[];
}

/** A known content was removed meanwhile, or an object was given up: the bodies must be written again. */
export class PlaceGone extends Error {
  override readonly name = 'PlaceGone';
}

const insertRows = insertInto(contentTable, {
  without: ['data'],
  conflict: 'ON CONFLICT (sha256) DO NOTHING',
});

/** Throws `PlaceGone`. */
export async function insertPlaced(writing: RowWriting, { placed, known }: PlacedContents): Promise<void> {
  // Every commit writes them in this order: otherwise two commits that store the same bodies could deadlock.
  const rows = placed.toSorted((a, b) => Buffer.compare(a.sha256, b.sha256));
  await writing.bulk(insertRows, insertRows.rows(rows));
  await writing.step(
    requireObjects,
    placed.map(({ objectId }) => objectId),
  );
  await writing.step(requireKnown, known);
}

/** Locks the objects: the sweep cannot give them up until the transaction ends, and then a content refers to them. */
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

/** Locks the known contents: removing one needs a lock that this one excludes, so they still exist when the transaction ends. */
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
