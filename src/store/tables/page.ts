import { type Kysely, sql } from 'kysely';
import type { BulkInsert, BulkUpdate } from '../bulk.ts';
import type { Database, Writing } from '../database.ts';
import type { Migration } from '../migration.ts';
import type { DiscoveredPage, VisitRecord } from '../records.ts';
import type { Tables } from '../schema.ts';
import { storableText } from '../storable-text.ts';
import type { Pages } from '../store.ts';

export const createPage: Migration = async (db, { integer, text, bytes }) => {
  await db.schema
    .createTable('page')
    .addColumn('id', integer, (column) => column.primaryKey())
    .addColumn('project_id', integer, (column) => column.notNull())
    .addColumn('identity', text, (column) => column.notNull())
    .addColumn('identity_hash', bytes, (column) => column.notNull())
    .addColumn('url', text, (column) => column.notNull())
    .addColumn('host', text, (column) => column.notNull())
    .addColumn('depth', integer, (column) => column.notNull())
    .addColumn('found_on', integer)
    .addColumn('link_kind', text, (column) => column.notNull())
    .addColumn('run_id', integer, (column) => column.notNull())
    .addColumn('queued', integer, (column) => column.notNull())
    .addColumn('good_run_id', integer)
    .execute();
  await db.schema
    .createIndex('page_identity')
    .on('page')
    .columns(['project_id', 'identity_hash'])
    .unique()
    .execute();
  await db.schema
    .createIndex('page_frontier')
    .on('page')
    .columns(['run_id', 'host', 'depth', 'id'])
    .where(sql<boolean>`queued = 1`)
    .execute();
  // For listings, and for reading a run's hashes without walking the pages of other projects.
  await db.schema.createIndex('page_of_project').on('page').columns(['project_id', 'id']).execute();
};

/** Queues a page unless this run, or a later one, has queued it before. A stored page keeps its id. */
const queuePage: BulkInsert = {
  kind: 'insert',
  table: 'page',
  given: {
    id: 'integer',
    project_id: 'integer',
    identity: 'text',
    identity_hash: 'bytes',
    url: 'text',
    host: 'text',
    depth: 'integer',
    found_on: 'integer',
    link_kind: 'text',
    run_id: 'integer',
    queued: 'integer',
  },
  conflict: `ON CONFLICT (project_id, identity_hash) DO UPDATE SET
     run_id = excluded.run_id, queued = 1, depth = excluded.depth, url = excluded.url, host = excluded.host,
     found_on = excluded.found_on, link_kind = excluded.link_kind
   WHERE page.run_id < excluded.run_id`,
};

/** Queues each page once. Ids are `firstId`, `firstId + 1`... in the order of discovery. */
export async function queuePages(
  writing: Writing,
  { projectId, runId, firstId }: { projectId: number; runId: number; firstId: number },
  discovered: readonly DiscoveredPage[],
): Promise<void> {
  // PostgreSQL refuses to touch a row twice in one statement.
  const known = new Set<string>();
  const rows = [];
  for (const [place, page] of discovered.entries()) {
    const { identityHash } = page;
    const key = Buffer.from(identityHash.buffer, identityHash.byteOffset, identityHash.byteLength).toString(
      'latin1',
    );
    if (known.has(key)) continue;
    known.add(key);
    rows.push([
      firstId + place,
      projectId,
      storableText(page.identity),
      identityHash,
      storableText(page.url),
      storableText(page.host),
      page.depth,
      page.foundOn,
      storableText(page.linkKind),
      runId,
      1,
    ]);
  }
  await writing.bulk(queuePage, rows);
}

const leaveFrontier: BulkUpdate = {
  kind: 'update',
  table: 'page',
  given: { id: 'integer', good_run_id: 'integer' },
  set: 'queued = 0, good_run_id = coalesce(given.good_run_id, page.good_run_id)',
  where: 'page.id = given.id',
};

/** Takes visited pages off the frontier, and remembers which of the visits were good. */
export async function leavePages(
  writing: Writing,
  runId: number,
  visits: readonly VisitRecord[],
): Promise<void> {
  await writing.bulk(
    leaveFrontier,
    visits.map((visit) => [visit.pageId, visit.outcome === 'ok' ? runId : null]),
  );
}

/** Pages with the fields of their last good visit. */
const listed = (db: Kysely<Tables>) =>
  db
    .selectFrom('page')
    .leftJoin('visit', (join) =>
      join.onRef('visit.run_id', '=', 'page.good_run_id').onRef('visit.page_id', '=', 'page.id'),
    )
    .select([
      'page.id',
      'page.url',
      'page.identity',
      'visit.status',
      'visit.type',
      'visit.bytes',
      'visit.sha256',
      'visit.at as visitedAt',
    ]);

export function pages(database: Database): Pages {
  return {
    list: (projectId, { after = 0, limit, which = 'good' }) =>
      database.read((db) =>
        listed(db)
          .where('page.project_id', '=', projectId)
          .where('page.id', '>', after)
          .$if(which === 'good', (query) => query.where('page.good_run_id', 'is not', null))
          .orderBy('page.id')
          .limit(limit)
          .execute(),
      ),
    find: (projectId, name) =>
      database.read(async (db) => {
        const query = listed(db).where('page.project_id', '=', projectId);
        const found =
          typeof name === 'string'
            ? query.where((row) => row.or([row('page.url', '=', name), row('page.identity', '=', name)]))
            : query.where('page.identity_hash', '=', name);
        return (await found.orderBy('page.id').limit(1).executeTakeFirst()) ?? null;
      }),
  };
}
