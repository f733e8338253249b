import { sql } from 'kysely';
import type { Database } from '../database.ts';
import type { Visits } from '../store.ts';

/** Since when pages are missing or in error. Only such pages are looked up, each in every run of the project by key. */
export function lastingFlags(database: Database): Visits['lasting'] {
  return (runId, { after = 0, limit }) =>
    database.read((db) => {
      const visitsBefore = sql`
        FROM run AS earlier JOIN visit AS past ON past.run_id = earlier.id AND past.page_id = visit.page_id
        WHERE earlier.project_id = page.project_id AND earlier.id <= ${runId}`;
      const lastGood = sql`(SELECT max(past.run_id) ${visitsBefore} AND past.flag IN ('NEW', 'SAM', 'UPD'))`;
      const since = sql<number>`(SELECT min(past.run_id) ${visitsBefore} AND past.flag = visit.flag
        AND past.run_id > coalesce(${lastGood}, 0))`;
      return db
        .selectFrom('visit')
        .innerJoin('page', 'page.id', 'visit.page_id')
        .select(['page.id as pageId', 'page.url', 'page.identity', since.as('sinceRunId')])
        .select((row) => [
          row.ref('visit.flag').$notNull().as('flag'),
          row.fn.coalesce('visit.reason', sql.lit('')).as('reason'),
        ])
        .where('visit.run_id', '=', runId)
        .where('visit.flag', 'in', ['MIS', 'ERR'])
        .where('page.superseded_by', 'is', null)
        .where('visit.page_id', '>', after)
        .orderBy('visit.page_id')
        .limit(limit)
        .execute();
    });
}
