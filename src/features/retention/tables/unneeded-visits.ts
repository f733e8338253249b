import { type RawBuilder, sql } from 'kysely';
import type { Table } from '../../../database/table.ts';
import type { KeepLimits } from './retention.ts';

/** A range of page ids. */
export interface PageRange {
  readonly after: number;
  readonly upTo: number;
}

/**
 * The visits that are no longer needed, as the tables `version` and `not_needed` of a query. The last good visit, its version, the version that was
 * current when the kept runs began, and versions with matches always stay. Of other versions only the content is removed; their rows are the history
 * of the page.
 */
export function unneededVisits(
  { projectId, fromRunId, versions }: KeepLimits,
  { after, upTo }: PageRange,
  tables: readonly Table[],
): RawBuilder<unknown> {
  const withoutEvidence = tables.flatMap(({ name, isEvidence }) =>
    isEvidence
      ? sql`AND NOT EXISTS (SELECT 1 FROM ${sql.table(name)} AS evidence
          WHERE evidence.run_id = visit.run_id AND evidence.page_id = visit.page_id)`
      : [],
  );
  const inRange = sql`run.project_id = ${projectId} AND visit.page_id > ${after} AND visit.page_id <= ${upTo}`;
  return sql`version AS (
    SELECT visit.run_id, visit.page_id,
      row_number() OVER (PARTITION BY visit.page_id ORDER BY visit.run_id DESC) AS age,
      max(CASE WHEN visit.run_id < ${fromRunId} THEN visit.run_id END)
        OVER (PARTITION BY visit.page_id) AS last_before
    FROM run JOIN visit ON visit.run_id = run.id
    WHERE ${inRange} AND visit.flag IN ('NEW', 'UPD') AND visit.sha256 IS NOT NULL
  ), not_needed AS (
    SELECT visit.run_id, visit.page_id, visit.sha256,
      CASE WHEN version.run_id IS NULL THEN 0 ELSE 1 END AS is_version
    FROM run JOIN visit ON visit.run_id = run.id JOIN page ON page.id = visit.page_id
    LEFT JOIN version ON version.run_id = visit.run_id AND version.page_id = visit.page_id
    WHERE ${inRange} AND run.id < ${fromRunId}
      AND CASE WHEN version.run_id IS NULL
        THEN visit.flag IS NULL OR visit.flag NOT IN ('NEW', 'UPD')
        ELSE version.age > ${versions} AND version.run_id <> version.last_before END
      AND (page.good_run_id IS NULL OR page.good_run_id <> visit.run_id)
      AND (page.version_run_id IS NULL OR page.version_run_id <> visit.run_id)
      ${sql.join(withoutEvidence, sql` `)}
  )`;
}
