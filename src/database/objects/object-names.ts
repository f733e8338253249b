import { randomUUID } from 'node:crypto';
import type { Database } from '../database.ts';
import { databaseNow } from '../postgres/database-now.ts';
import { takeIds } from '../tables/id-block.ts';

interface ObjectName {
  readonly id: number;
  readonly key: string;
}

/** Names that are stored in one small transaction. */
const NAMES_AT_ONCE = 8;
/** Older names are left to the sweep, which might remove an object before its commit. In milliseconds. */
const TAKEN_WITHIN = 600_000;

/**
 * The names of objects that this process writes next. They are in the database before the objects exist: so an object that is stored and
 * never used is found and removed, whatever happens to the process.
 */
export class ObjectNames {
  readonly #database: Database;
  #free: (ObjectName & { readonly since: number })[] = [];

  constructor(database: Database) {
    this.#database = database;
  }

  /** A name that no other caller gets. */
  async take(): Promise<ObjectName> {
    for (;;) {
      const oldest = performance.now() - TAKEN_WITHIN;
      this.#free = this.#free.filter(({ since }) => since > oldest);
      const name = this.#free.shift();
      if (name !== undefined) return name;
      const since = performance.now();
      for (const written of await writeNames(this.#database)) this.#free.push({ ...written, since });
    }
  }
}

function writeNames(database: Database): Promise<readonly ObjectName[]> {
  const keys = Array.from({ length: NAMES_AT_ONCE }, () => randomUUID());
  return database.write(async ({ db }) => {
    const first = await takeIds(db, 'body_object', keys.length);
    const names = keys.map((key, place) => ({ id: first + place, key }));
    await db
      .insertInto('body_object')
      .values(names.map((name) => ({ ...name, named_at: databaseNow })))
      .execute();
    return names;
  });
}
