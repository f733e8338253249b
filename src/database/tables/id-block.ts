import type { Kysely } from 'kysely';
import type { Database, Migration } from '../database.ts';
import type { Tables } from '../schema.ts';

type IdName =
  | 'body_object'
  | 'calibration_set'
  | 'exploration'
  | 'project'
  | 'run'
  | 'page'
  | 'search_document'
  | 'user_account'
  | 'api_token'
  | 'audit_entry'
  | 'page_change'
  | 'change_place';

export const createIdBlock: Migration = async (db, { integer, text }) => {
  await db.schema
    .createTable('id_block')
    .addColumn('name', text, (column) => column.primaryKey())
    .addColumn('next', integer, (column) => column.notNull())
    .execute();
  await db
    .insertInto('id_block')
    .values((['project', 'run', 'page'] as const).map((name) => ({ name, next: 1 })))
    .execute();
};

/** Takes `count` ids for good and returns the first. */
export async function takeIds(db: Kysely<Tables>, name: IdName, count: number): Promise<number> {
  const { next } = await db
    .updateTable('id_block')
    .set((row) => ({ next: row('next', '+', count) }))
    .where('name', '=', name)
    .returning('next')
    .executeTakeFirstOrThrow();
  return next - count;
}

/** Hands out ids in blocks, so that a writer does not have to read back what it inserted. */
export interface IdBlocks {
  take(count: number): Promise<number>;
}

/** At 25,000 discovered pages a second this is one more small transaction every two thirds of a second. */
const blockSize = 16_384;

export function idBlocks(database: Pick<Database, 'write'>, name: 'page' | 'page_change'): IdBlocks {
  let next = 0;
  let end = 0;
  return {
    async take(count) {
      if (next + count > end) {
        const size = Math.max(count, blockSize);
        // In a transaction of its own: if a failed commit rolled it back, the same ids would be handed out twice.
        const first = await database.write(({ db }) => takeIds(db, name, size));
        next = first;
        end = first + size;
      }
      const first = next;
      next += count;
      return first;
    },
  };
}
