import { type Kysely, sql } from 'kysely';
import { contentNames, lockContents } from '../../../crawl/tables/delete-project.ts';
import type { Tables } from '../../../database/schema.ts';
import { tablesOf } from '../../../database/store-part.ts';
import type { Table } from '../../../database/table.ts';
import type { KeepLimits, Removed, RetentionContext } from './retention.ts';
import { type PageRange, unneededVisits } from './unneeded-visits.ts';

const everywhere: PageRange = { after: 0, upTo: Number.MAX_SAFE_INTEGER };

/** What `apply` would remove. */
export async function surveyed(
  db: Kysely<Tables>,
  tables: readonly Table[],
  limits: KeepLimits,
): Promise<Removed> {
  // SQL has no empty list, so the list starts with 0, which is the id of no exploration.
  const explorations = sql.join([0, ...limits.explorations]);
  const named = contentNames(tables).filter(({ table }) => table !== 'visit');
  const ofVisits = named.filter(({ table }) => isOf(tables, table, 'page_id'));
  const ofExplorations = named.filter(({ table }) => isOf(tables, table, 'exploration_id'));
  const hasExplorations = tables.some(({ name }) => String(name) === 'exploration');
  const lost = [
    sql`SELECT sha256 FROM not_needed WHERE is_version = 1`,
    ...ofVisits.map(
      ({
        table,
        column,
      }) => sql`SELECT named.${sql.ref(column)} FROM ${sql.table(table)} AS named JOIN not_needed
        ON not_needed.run_id = named.run_id AND not_needed.page_id = named.page_id
        WHERE named.${sql.ref(column)} IS NOT NULL`,
    ),
    ...ofExplorations.map(
      ({ table, column }) =>
        sql`SELECT ${sql.ref(column)} FROM ${sql.table(table)} WHERE exploration_id IN (${explorations})`,
    ),
  ];
  const still = [
    ...[{ table: 'visit' as const, column: 'sha256' }, ...ofVisits].map(
      ({
        table,
        column,
      }) => sql`SELECT named.${sql.ref(column)} AS sha256 FROM ${sql.table(table)} AS named LEFT JOIN not_needed
        ON not_needed.run_id = named.run_id AND not_needed.page_id = named.page_id
        WHERE named.${sql.ref(column)} IS NOT NULL AND not_needed.run_id IS NULL`,
    ),
    ...ofExplorations.map(
      ({ table, column }) =>
        sql`SELECT ${sql.ref(column)} FROM ${sql.table(table)} WHERE exploration_id NOT IN (${explorations})`,
    ),
  ];
  const counted = hasExplorations
    ? sql`(SELECT count(*) FROM exploration WHERE id IN (${explorations}))`
    : sql`0`;
  const { rows } = await sql<Record<keyof Removed, number | null>>`
    WITH ${unneededVisits(limits, everywhere, tables)}, lost AS (${sql.join(lost, sql` UNION `)}),
      still AS (${sql.join(still, sql` UNION `)}),
      gone AS (SELECT sha256 FROM lost EXCEPT SELECT sha256 FROM still)
    SELECT (SELECT count(*) FROM not_needed WHERE is_version = 0) AS visits,
      (SELECT count(*) FROM not_needed WHERE is_version = 1) AS versions,
      ${counted} AS explorations,
      count(content.sha256) AS contents, cast(coalesce(sum(content.stored_bytes), 0) as bigint) AS bytes
    FROM gone JOIN content ON content.sha256 = gone.sha256`.execute(db);
  const { visits = 0, versions = 0, explorations: explored = 0, contents = 0, bytes = 0 } = rows[0] ?? {};
  return {
    visits: Number(visits),
    versions: Number(versions),
    explorations: Number(explored),
    contents: Number(contents),
    bytes: Number(bytes),
  };
}

const isOf = (tables: readonly Table[], name: string, column: string): boolean =>
  tables.some((table) => table.name === name && column in table.columns);

/** Files of large bodies are removed after the commit: a kill in between leaves at worst a file that no row references. */
export async function removeUnusedContents({
  database,
  bodies,
  parts,
}: RetentionContext): Promise<Pick<Removed, 'contents' | 'bytes'>> {
  // All columns that reference contents. A commit that adds such a row waits meanwhile.
  const named = contentNames(tablesOf(parts)).map(
    ({ table, column }) =>
      sql`SELECT ${sql.ref(column)} AS sha256 FROM ${sql.table(table)} WHERE ${sql.ref(column)} IS NOT NULL`,
  );
  const removed = await database.write(async ({ db }) => {
    await lockContents(database, db);
    const { rows } = await sql<{ sha256: Uint8Array; stored_bytes: number; in_row: number }>`
      DELETE FROM content WHERE sha256 IN (SELECT sha256 FROM content EXCEPT SELECT sha256 FROM (${sql.join(named, sql` UNION `)}) AS named)
      RETURNING sha256, stored_bytes, CASE WHEN data IS NULL THEN 0 ELSE 1 END AS in_row`.execute(db);
    return rows;
  });
  for (const { sha256, in_row } of removed) if (in_row === 0) await bodies.drop(sha256);
  return {
    contents: removed.length,
    bytes: removed.reduce((sum, { stored_bytes }) => sum + stored_bytes, 0),
  };
}
