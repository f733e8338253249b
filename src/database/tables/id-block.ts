import type { Kysely } from 'kysely';
import type { Database } from '../database.ts';
import type { Tables } from '../schema.ts';

/** Ids of rows, or positions in the order of changes. */
type IdName = keyof Tables | 'change_position';

/** Reserves `count` ids permanently and returns the first. */
export async function takeIds(db: Kysely<Tables>, name: IdName, count: number): Promise<number> {
  const { next } = await db
    .updateTable('id_block')
    .set((row) => ({ next: row('next', '+', count) }))
    .where('name', '=', name)
    .returning('next')
    .executeTakeFirstOrThrow();
  return next - count;
}

/** Assigns ids in blocks, so that a writer does not have to read back what it inserted. */
export interface IdBlocks {
  take(count: number): Promise<number>;
}

/** At 25,000 discovered pages per second, this means one more small transaction every two thirds of a second. */
const blockSize = 16_384;

export function idBlocks(database: Pick<Database, 'write'>, name: 'page' | 'page_change'): IdBlocks {
  let next = 0;
  let end = 0;
  return {
    async take(count) {
      if (next + count > end) {
        const size = Math.max(count, blockSize);
        // In a separate transaction: if a failed commit rolled it back, the same ids would be assigned twice.
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
