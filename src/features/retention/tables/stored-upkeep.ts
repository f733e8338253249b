import { tablesOfExplorations } from '../../../crawl/tables/delete-project.ts';
import type { Bodies } from '../../../database/content/bodies.ts';
import type { Database } from '../../../database/database.ts';
import { tidyVisits } from './tidy-visits.ts';
import { removeUnusedContents, surveyed } from './unused-contents.ts';
import type { Upkeep } from './upkeep.ts';

export function upkeep(database: Database, bodies: Bodies): Upkeep {
  return {
    databaseBytes: () => database.read((db) => database.dialect.databaseBytes(db)),
    holdings: (projectId) =>
      database.read(async (db) => {
        const count = async (table: 'page' | 'run') => {
          const query = db.selectFrom(table).select((row) => row.fn.countAll().as('count'));
          return Number((await query.where('project_id', '=', projectId).executeTakeFirstOrThrow()).count);
        };
        const visits = await db
          .selectFrom('run')
          .innerJoin('visit', 'visit.run_id', 'run.id')
          .select((row) => row.fn.countAll().as('count'))
          .where('run.project_id', '=', projectId)
          .executeTakeFirstOrThrow();
        return { pages: await count('page'), runs: await count('run'), visits: Number(visits.count) };
      }),
    survey: (limits) => database.read((db) => surveyed(db, limits)),
    tidy: async (limits, at) => ({
      ...(await tidyVisits(database, limits, at)),
      explorations: await removeExplorations(database, limits.explorations),
    }),
    removeUnused: () => removeUnusedContents(database, bodies),
    sweepObjects: () => bodies.sweep(),
    compact: () => database.compact(),
  };
}

/** Removes explorations whole, one a transaction. Contents that nothing else has are left for `removeUnused`. */
async function removeExplorations(database: Database, ids: readonly number[]): Promise<number> {
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
