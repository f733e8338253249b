import { sql } from 'kysely';
import { noteRetention } from '../../../crawl/tables/visit-sums.ts';
import type { BulkDelete, BulkUpdate, Database, Writing } from '../../../database/database.ts';
import { tablesOf } from '../../../database/store-part.ts';
import type { KeepLimits, Removed, RetentionContext } from './retention.ts';
import { type PageRange, unneededVisits } from './unneeded-visits.ts';

/** Approximate number of visits that one transaction examines. */
const STEP = 20_000;

const ofVisit = { run_id: 'integer', page_id: 'integer' } as const;

const removeFrom = (table: string): BulkDelete => ({
  kind: 'delete',
  table,
  key: 'run_id, page_id',
  given: ofVisit,
  select: 'given.run_id, given.page_id',
  join: '',
});

const removeVisit = removeFrom('visit');
const removeRendering = removeFrom('rendering');

const emptyVersion: BulkUpdate = {
  kind: 'update',
  table: 'visit',
  given: ofVisit,
  set: "sha256 = NULL, headers = '[]'",
  where: 'visit.run_id = given.run_id AND visit.page_id = given.page_id',
};

export async function removeVisits(
  context: RetentionContext,
  limits: KeepLimits,
  at: number,
): Promise<Pick<Removed, 'visits' | 'versions'>> {
  let [visits, versions] = [0, 0];
  if (limits.fromRunId === 0) return { visits, versions };
  for await (const range of pageRanges(context.database, limits.projectId)) {
    const done = await context.database.write((writing) =>
      removeInRange(writing, context, limits, range, at),
    );
    visits += done.visits;
    versions += done.versions;
  }
  return { visits, versions };
}

async function removeInRange(
  writing: Writing,
  { database, parts }: RetentionContext,
  limits: KeepLimits,
  range: PageRange,
  at: number,
): Promise<Pick<Removed, 'visits' | 'versions'>> {
  const { rows } = await sql<{ run_id: number; page_id: number; is_version: number }>`
    WITH ${unneededVisits(limits, range, tablesOf(parts))} SELECT run_id, page_id, is_version FROM not_needed`.execute(
    writing.db,
  );
  if (rows.length === 0) return { visits: 0, versions: 0 };
  const keysOf = (isVersion: boolean) =>
    rows
      .filter(({ is_version }) => (is_version === 1) === isVersion)
      .map(({ run_id, page_id }) => [run_id, page_id]);
  const [visits, versions] = [keysOf(false), keysOf(true)];
  await noteRetention(writing.db, [...new Set(rows.map(({ run_id }) => run_id))], at);
  await writing.bulk(removeVisit, visits);
  await writing.bulk(emptyVersion, versions);
  await writing.bulk(removeRendering, [...visits, ...versions]);
  for (const part of parts) await part.forgetVersions?.(writing, database.dialect, versions);
  return { visits: visits.length, versions: versions.length };
}

/** Yields the pages of a project in ranges. The more runs a project has, the fewer pages a range has. */
async function* pageRanges(database: Database, projectId: number): AsyncGenerator<PageRange> {
  const runs = await database.read((db) =>
    db
      .selectFrom('run')
      .select((row) => row.fn.countAll().as('count'))
      .where('project_id', '=', projectId)
      .executeTakeFirstOrThrow(),
  );
  const pages = Math.max(Math.floor(STEP / Math.max(Number(runs.count), 1)), 1);
  for (let after = 0; ; ) {
    const ids = await database.read((db) =>
      db
        .selectFrom('page')
        .select('id')
        .where('project_id', '=', projectId)
        .where('id', '>', after)
        .orderBy('id')
        .limit(pages)
        .execute(),
    );
    const last = ids.at(-1);
    if (last === undefined) return;
    yield { after, upTo: last.id };
    after = last.id;
  }
}
