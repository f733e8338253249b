import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Bodies } from '../../../database/content/bodies.ts';
import type { Database } from '../../../database/database.ts';
import type { Tables } from '../../../database/schema.ts';
import { type PageRange, unneededVisits } from './unneeded-visits.ts';
import type { KeepLimits, Tidied } from './upkeep.ts';

const everywhere: PageRange = { after: 0, upTo: Number.MAX_SAFE_INTEGER };

/** What tidying would remove. */
export async function surveyed(db: Kysely<Tables>, limits: KeepLimits): Promise<Tidied> {
  // SQL has no empty list; no exploration has this id.
  const explorations = sql.join([0, ...limits.explorations]);
  const { rows } = await sql<Record<keyof Tidied, number | null>>`
    WITH ${unneededVisits(limits, everywhere)}, lost AS (
      SELECT sha256 FROM not_needed WHERE is_version = 1
      UNION SELECT rendering.picture FROM rendering JOIN not_needed
        ON not_needed.run_id = rendering.run_id AND not_needed.page_id = rendering.page_id
        WHERE rendering.picture IS NOT NULL
      UNION SELECT sha256 FROM explored_content WHERE exploration_id IN (${explorations})
    ), still AS (
      SELECT visit.sha256 FROM visit LEFT JOIN not_needed
        ON not_needed.run_id = visit.run_id AND not_needed.page_id = visit.page_id
        WHERE visit.sha256 IS NOT NULL AND not_needed.run_id IS NULL
      UNION SELECT rendering.picture FROM rendering LEFT JOIN not_needed
        ON not_needed.run_id = rendering.run_id AND not_needed.page_id = rendering.page_id
        WHERE rendering.picture IS NOT NULL AND not_needed.run_id IS NULL
      UNION SELECT sha256 FROM explored_content WHERE exploration_id NOT IN (${explorations})
    ), gone AS (SELECT sha256 FROM lost EXCEPT SELECT sha256 FROM still)
    SELECT (SELECT count(*) FROM not_needed WHERE is_version = 0) AS visits,
      (SELECT count(*) FROM not_needed WHERE is_version = 1) AS versions,
      (SELECT count(*) FROM exploration WHERE id IN (${explorations})) AS explorations,
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

/** Everything that names contents. A commit that adds such a row waits meanwhile. */
const named: RawBuilder<unknown> = sql`
  SELECT sha256 FROM visit WHERE sha256 IS NOT NULL
  UNION SELECT picture FROM rendering WHERE picture IS NOT NULL
  UNION SELECT sha256 FROM explored_content`;

/** Files of large bodies go after the commit: a kill in between leaves at worst a file that no row names. */
export async function removeUnusedContents(
  database: Database,
  bodies: Bodies,
): Promise<Pick<Tidied, 'contents' | 'bytes'>> {
  const removed = await database.write(async ({ db }) => {
    await database.dialect.lockContents(db);
    const { rows } = await sql<{ sha256: Uint8Array; stored_bytes: number; in_row: number }>`
      DELETE FROM content WHERE sha256 IN (SELECT sha256 FROM content EXCEPT SELECT sha256 FROM (${named}) AS named)
      RETURNING sha256, stored_bytes, CASE WHEN data IS NULL THEN 0 ELSE 1 END AS in_row`.execute(db);
    return rows;
  });
  for (const { sha256, in_row } of removed) if (in_row === 0) await bodies.drop(sha256);
  return {
    contents: removed.length,
    bytes: removed.reduce((sum, { stored_bytes }) => sum + stored_bytes, 0),
  };
}
