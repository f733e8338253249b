import { sql } from 'kysely';
import type { BulkUpdate, Database, Migration, RowWriting } from '../../database/database.ts';
import type { Store } from '../../database/store.ts';
import type { NewVisit } from './records.ts';
import { inPageOrder, isNews } from './visit-news.ts';

/**
 * Since when a page is missing or in error is kept with the page, and with each such visit: to look for it among the visits of
 * all runs took the longer the more runs there were.
 */
export const addSince: Migration = async (db, { integer }) => {
  await db.schema.alterTable('page').addColumn('missing_since', integer).execute();
  await db.schema.alterTable('page').addColumn('failing_since', integer).execute();
  await db.schema.alterTable('visit').addColumn('since_run_id', integer).execute();
  const visits = sql`FROM run JOIN visit AS past ON past.run_id = run.id AND past.page_id = page.id
    WHERE run.project_id = page.project_id`;
  const first = (flag: 'MIS' | 'ERR') => sql<number | null>`(SELECT min(past.run_id) ${visits}
    AND past.flag = ${sql.lit(flag)} AND past.run_id > coalesce(page.good_run_id, 0))`;
  await db
    .updateTable('page')
    .set({ missing_since: first('MIS'), failing_since: first('ERR') })
    .where('last_flag', 'in', ['MIS', 'ERR'])
    .execute();
  const lastGood = sql`(SELECT max(past.run_id) ${visits} AND past.run_id < visit.run_id
    AND past.flag IN ('NEW', 'SAM', 'UPD'))`;
  await db
    .updateTable('visit')
    .set({
      since_run_id: sql<number | null>`(SELECT min(past.run_id) ${visits} AND past.flag = visit.flag
        AND past.run_id > coalesce(${lastGood}, 0))`,
    })
    .from('page')
    .whereRef('page.id', '=', 'visit.page_id')
    .where('visit.flag', 'in', ['MIS', 'ERR'])
    .execute();
};

/** What leaving the frontier sets; `given.last_flag` is null when a visit says nothing about the page. */
export const sinceOnLeaving = (['missing', 'failing'] as const)
  .map(
    (column) => `${column}_since = CASE given.last_flag
      WHEN '${column === 'missing' ? 'MIS' : 'ERR'}' THEN coalesce(page.${column}_since, given.run_id)
      WHEN 'NEW' THEN NULL WHEN 'SAM' THEN NULL WHEN 'UPD' THEN NULL ELSE page.${column}_since END`,
  )
  .join(', ');

const noteSince: BulkUpdate = {
  kind: 'update',
  table: 'visit',
  given: { run_id: 'integer', page_id: 'integer' },
  set: `since_run_id = (SELECT CASE visit.flag WHEN 'MIS' THEN page.missing_since ELSE page.failing_since END
    FROM page WHERE page.id = given.page_id)`,
  where: 'visit.run_id = given.run_id AND visit.page_id = given.page_id',
};

/** Called when the pages have left the frontier. */
export async function keepSince(
  writing: RowWriting,
  runId: number,
  visits: readonly NewVisit[],
): Promise<void> {
  const away = visits.filter(({ flag }) => flag === 'MIS' || flag === 'ERR');
  await writing.bulk(
    noteSince,
    away.map(({ pageId }) => [runId, pageId]),
  );
}

/** Since when pages are missing or in error. */
export function lastingFlags(database: Database): Store['visits']['lasting'] {
  return (runId, { after = 0, limit }) =>
    database.read((db) =>
      db
        .selectFrom('visit')
        .innerJoin('page', 'page.id', 'visit.page_id')
        .select(['page.id as pageId', 'page.url', 'page.identity'])
        .select((row) => [
          row.ref('visit.flag').$notNull().as('flag'),
          row.fn.coalesce('visit.reason', sql.lit('')).as('reason'),
          row.fn.coalesce('visit.since_run_id', 'visit.run_id').as('sinceRunId'),
        ])
        .where('visit.run_id', '=', runId)
        .where('visit.flag', 'in', ['MIS', 'ERR'])
        .where(isNews)
        .where('page.superseded_by', 'is', null)
        .where('visit.page_id', '>', after)
        .orderBy(inPageOrder)
        .limit(limit)
        .execute(),
    );
}
