import { type RawBuilder, sql } from 'kysely';
import type { SearchFilter } from './search-index.ts';

/** Ranking a version reads its words, so for a word that is on every page only the newest versions are ranked. */
const MOST_RANKED = 1000;

/** How many versions are ranked: never fewer than requested. */
export const mostRanked = ({ skip, limit }: SearchFilter): number => Math.max(MOST_RANKED, skip + limit);

/** The conditions on `search_document` as `document` and on `page`, as SQL that both databases understand. */
export function versionsThat({
  projectIds,
  host,
  since,
  until,
  flags,
  hasHistory,
}: SearchFilter): RawBuilder<boolean> {
  const conditions = [
    sql`page.superseded_by is null`,
    ...(hasHistory ? [] : [sql`document.run_id = page.version_run_id`]),
    ...(projectIds === null ? [] : [ofProjects(projectIds)]),
    ...(host === null ? [] : [sql`page.host = ${host}`]),
    ...(since === null ? [] : [sql`document.at >= ${since}`]),
    ...(until === null ? [] : [sql`document.at < ${until}`]),
    ...(flags === null ? [] : [sql`page.last_flag in (${sql.join(flags)})`]),
  ];
  return sql<boolean>`${sql.join(conditions, sql` and `)}`;
}

/** SQL has no empty list. */
const ofProjects = (ids: readonly number[]) =>
  ids.length === 0 ? sql`false` : sql`document.project_id in (${sql.join(ids)})`;
