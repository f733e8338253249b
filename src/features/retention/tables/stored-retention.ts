import { sql } from 'kysely';
import { contentNames } from '../../../crawl/tables/delete-project.ts';
import type { Database } from '../../../database/database.ts';
import { type StorePart, tablesOf } from '../../../database/store-part.ts';
import type { Table } from '../../../database/table.ts';
import { removeVisits } from './remove-visits.ts';
import type { Retention, RetentionContext } from './retention.ts';
import { removeUnusedContents, surveyed } from './unused-contents.ts';

export function retention(context: RetentionContext): Retention {
  const { database, bodies } = context;
  const tables = tablesOf(context.parts);
  return {
    databaseBytes: () => database.read((db) => database.dialect.databaseBytes(db)),
    amounts: (projectId) =>
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
    survey: (limits) => database.read((db) => surveyed(db, tables, limits)),
    apply: async (limits, at) => ({
      ...(await removeVisits(context, limits, at)),
      explorations: await removeExplorations(database, tables, limits.explorations),
    }),
    removeUnused: () => removeUnusedContents(context),
    sweepObjects: () => bodies.sweep(),
    compact: () =>
      database.compact([
        ...new Set(contentNames(tables).map(({ table }) => table)),
        ...(['content', 'content_part', 'body_object'] as const),
      ]),
  };
}

/** Removes explorations completely, one per transaction. Contents that nothing else uses are left for `removeUnused`. */
async function removeExplorations(
  database: Database,
  tables: readonly Table[],
  ids: readonly number[],
): Promise<number> {
  let removed = 0;
  for (const id of ids)
    removed += await database.write(async ({ db }) => {
      for (const { name, columns } of tables)
        if ('exploration_id' in columns)
          await sql`DELETE FROM ${sql.table(name)} WHERE exploration_id = ${id}`.execute(db);
      const gone = await sql`DELETE FROM exploration WHERE id = ${id}`.execute(db);
      return Number(gone.numAffectedRows);
    });
  return removed;
}

export const retentionPart: StorePart = {
  name: 'retention',
  version: 1,
  tables: [],
  assemble: (context) => ({ retention: retention(context) }),
  writes: {
    // `amounts` and `survey` only read, but take so long that they must not block the caller's thread.
    retention: ['amounts', 'survey', 'apply', 'removeUnused', 'compact'],
  },
};
