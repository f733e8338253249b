import { sql } from 'kysely';
import type { Database } from '../database.ts';
import { databaseNow } from '../postgres/database-now.ts';
import type { ObjectStore } from './object-store.ts';

/** Objects of the last hour are kept: their commits may be under way. In milliseconds. */
const SPARED = 3_600_000;
/** Objects per transaction. */
const AT_ONCE = 1000;

/**
 * Removes objects to which no content refers: those whose contents are gone, and those whose commit never came. It marks them as given up, so that no
 * commit uses them; then it removes them, then their names. The next sweep continues after a kill.
 */
export async function sweepObjects(database: Database, objects: ObjectStore): Promise<number> {
  for (let given = AT_ONCE; given === AT_ONCE; ) given = await giveUp(database);
  for (let removed = 0; ; ) {
    const unused = await database.read((db) =>
      db
        .selectFrom('body_object')
        .select(['id', 'key'])
        .where('given_up', '=', 1)
        .orderBy('id')
        .limit(AT_ONCE)
        .execute(),
    );
    if (unused.length === 0) return removed;
    await objects.remove(unused.map(({ key }) => key));
    const ids = unused.map(({ id }) => id);
    await database.write(async ({ db }) => {
      await db.deleteFrom('body_object').where('id', 'in', ids).execute();
    });
    removed += unused.length;
  }
}

const hasNoContent = sql<boolean>`NOT EXISTS (SELECT 1 FROM content WHERE content.object_id = body_object.id)`;

/** Queries twice: the second query, behind the lock, also sees the contents of commits that ended during the first one. */
function giveUp(database: Database): Promise<number> {
  return database.write(async ({ db }) => {
    const found = await db
      .selectFrom('body_object')
      .select('id')
      .where('given_up', '=', 0)
      .where(sql<boolean>`named_at < ${databaseNow} - ${SPARED}::bigint`)
      .where(hasNoContent)
      .orderBy('id')
      .limit(AT_ONCE)
      .forUpdate()
      .skipLocked()
      .execute();
    if (found.length === 0) return 0;
    const ids = found.map(({ id }) => id);
    await db
      .updateTable('body_object')
      .set({ given_up: 1 })
      .where('id', 'in', ids)
      .where(hasNoContent)
      .execute();
    return found.length;
  });
}
