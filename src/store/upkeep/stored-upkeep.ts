import type { Bodies } from '../content/bodies.ts';
import type { Database } from '../database.ts';
import { removeExplorations } from '../explorations/remove-explorations.ts';
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
