import { sql } from 'kysely';
import type { BulkUpdate, Database, RowWriting } from '../../database/database.ts';
import type { Store } from '../../database/store.ts';
import { inPageOrder, isNotSame } from './not-same.ts';
import type { NewVisit } from './records.ts';

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
        .where(isNotSame)
        .where('page.superseded_by', 'is', null)
        .where('visit.page_id', '>', after)
        .orderBy(inPageOrder)
        .limit(limit)
        .execute(),
    );
}
