import type { Database } from '../database.ts';
import { tablesOfExplorations } from '../delete-project.ts';

/** Removes explorations whole, one a transaction. Contents that nothing else has are left for `removeUnused`. */
export async function removeExplorations(database: Database, ids: readonly number[]): Promise<number> {
  let removed = 0;
  for (const id of ids)
    removed += await database.write(async ({ db }) => {
      for (const table of tablesOfExplorations)
        await db.deleteFrom(table).where('exploration_id', '=', id).execute();
      const gone = await db.deleteFrom('exploration').where('id', '=', id).executeTakeFirst();
      return Number(gone.numDeletedRows);
    });
  return removed;
}
