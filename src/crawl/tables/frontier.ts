import { sql } from 'kysely';
import type { BulkInsert, BulkUpdate, Database, RowWriting } from '../../database/database.ts';
import { storableText } from '../../database/tables/storable-text.ts';
import { sinceOnLeaving } from './lasting-flags.ts';
import type { UnchangedPages } from './listings.ts';
import type { DiscoveredPage, NewVisit, QueuedPage } from './records.ts';

/** A place in a host's queue. */
export interface FrontierPlace {
  readonly depth: number;
  readonly id: number;
}

/** The pages that a run still has to visit. A page leaves when the commit with its visit is done, not before. */
export interface Frontier {
  /** A host's pages by depth, then by age, after the given place. */
  next(
    runId: number,
    host: string,
    after: FrontierPlace | null,
    limit: number,
  ): Promise<readonly QueuedPage[]>;
  hosts(runId: number): Promise<readonly { readonly host: string; readonly queued: number }[]>;
  count(runId: number): Promise<number>;
  /** The hashes of every page that the run has queued so far, visited or not: 16 bytes each, end to end. */
  identityHashes(runId: number): AsyncIterable<Uint8Array>;
}

declare module '../../database/store.ts' {
  interface Store {
    readonly frontier: Frontier;
  }
}

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
     found_on = excluded.found_on, link_kind = excluded.link_kind, superseded_by = NULL
   WHERE page.run_id < excluded.run_id`,
};

/** Queues each page once. Ids are `firstId`, `firstId + 1`... in the order of discovery. */
export async function queuePages(
  writing: RowWriting,
  { projectId, runId, firstId }: { projectId: number; runId: number; firstId: number },
  discovered: readonly DiscoveredPage[],
): Promise<void> {
  // PostgreSQL refuses to change a row twice in one statement.
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
  given: {
    id: 'integer',
    run_id: 'integer',
    good_run_id: 'integer',
    version_run_id: 'integer',
    last_flag: 'text',
    samples: 'bytes',
    due_at: 'integer',
  },
  // A page that is visited without a stay in the frontier gets the run here: a resumed run must know that it was.
  set: `queued = 0, run_id = given.run_id, good_run_id = coalesce(given.good_run_id, page.good_run_id),
    version_run_id = coalesce(given.version_run_id, page.version_run_id),
    last_flag = coalesce(given.last_flag, page.last_flag),
    samples = coalesce(given.samples, page.samples), due_at = coalesce(given.due_at, page.due_at),
    ${sinceOnLeaving}`,
  where: 'page.id = given.id',
};

/** Takes visited pages off the frontier, and remembers which of the visits were good. */
export async function leavePages(
  writing: RowWriting,
  runId: number,
  visits: readonly NewVisit[],
): Promise<void> {
  await writing.bulk(
    leaveFrontier,
    visits.map((visit) => [
      visit.pageId,
      runId,
      visit.outcome === 'ok' ? runId : null,
      visit.bringsVersion ? runId : null,
      visit.flag,
      visit.samples,
      visit.dueAt,
    ]),
  );
}

/** The same for pages whose last good version still holds. */
export async function leaveUnchanged(
  writing: RowWriting,
  runId: number,
  unchanged: readonly UnchangedPages[],
): Promise<void> {
  await writing.bulkAlike(
    leaveFrontier,
    unchanged.map(({ pageIds, flag, samples, dueAt }) => ({
      ids: pageIds,
      shared: [runId, runId, null, flag, samples, dueAt],
    })),
  );
}

const queueAgain: BulkUpdate = {
  kind: 'update',
  table: 'page',
  given: { id: 'integer', run_id: 'integer' },
  set: 'queued = 1, run_id = given.run_id',
  where: 'page.id = given.id and page.run_id < given.run_id',
};

/** Queues pages of earlier runs as they are, unless the run has queued them already. */
export async function queueRevisits(
  writing: RowWriting,
  runId: number,
  ids: readonly number[],
): Promise<void> {
  await writing.bulk(
    queueAgain,
    ids.map((id) => [id, runId]),
  );
}

// The partial index serves only a literal `queued = 1`: a bound 1 could be any number when SQLite plans.
const queued = sql.lit(1 as const);

/** 65,536 hashes are 1 MiB. */
const hashesPerPart = 65_536;

/** With a host, only its pages. */
export function frontier(database: Database, onlyHost: string | null = null): Frontier {
  const { dialect } = database;
  const host = onlyHost ?? '';
  return {
    next: (runId, ofHost, after, limit) =>
      database.read(async (db) => {
        const rows = await db
          .selectFrom('page')
          .leftJoin('visit', (join) =>
            join.onRef('visit.run_id', '=', 'page.good_run_id').onRef('visit.page_id', '=', 'page.id'),
          )
          .select(['page.id', 'page.identity', 'page.identity_hash', 'page.url', 'page.host', 'page.depth'])
          .select([
            'page.found_on',
            'page.link_kind',
            'page.version_run_id',
            'page.last_flag',
            'page.samples',
          ])
          .select([
            'visit.at',
            'visit.etag',
            'visit.last_modified',
            'visit.sha256',
            'visit.type',
            'visit.bytes',
          ])
          .where('page.run_id', '=', runId)
          .where('page.host', '=', ofHost)
          .where('page.queued', '=', queued)
          .$if(after !== null, (query) =>
            query.where(sql<boolean>`(page.depth, page.id) > (${after?.depth}, ${after?.id})`),
          )
          .orderBy('page.depth')
          .orderBy('page.id')
          .limit(limit)
          .execute();
        return rows.map(
          (row): QueuedPage => ({
            id: row.id,
            identity: row.identity,
            identityHash: row.identity_hash,
            url: row.url,
            host: row.host,
            depth: row.depth,
            foundOn: row.found_on,
            linkKind: row.link_kind,
            lastGood:
              row.at === null || row.version_run_id === null
                ? null
                : {
                    at: row.at,
                    etag: row.etag,
                    lastModified: row.last_modified,
                    sha256: row.sha256,
                    type: row.type,
                    bytes: row.bytes,
                    versionRunId: row.version_run_id,
                  },
            lastFlag: row.last_flag,
            samples: row.samples,
          }),
        );
      }),
    hosts: (runId) =>
      database.read((db) =>
        db
          .selectFrom('page')
          .select((row) => ['host', row.fn.countAll<number>().as('queued')])
          .where('run_id', '=', runId)
          .where('queued', '=', queued)
          .$if(onlyHost !== null, (query) => query.where('host', '=', host))
          .groupBy('host')
          .orderBy('host')
          .execute(),
      ),
    count: (runId) =>
      database.read(async (db) => {
        const { count } = await db
          .selectFrom('page')
          .select((row) => row.fn.countAll<number>().as('count'))
          .where('run_id', '=', runId)
          .where('queued', '=', queued)
          .$if(onlyHost !== null, (query) => query.where('host', '=', host))
          .executeTakeFirstOrThrow();
        return count;
      }),
    async *identityHashes(runId) {
      let after = 0;
      for (;;) {
        // Joined into one text by the database: a million rows would be a million small objects here.
        const part = await database.read((db) =>
          db
            .selectFrom((from) =>
              from
                .selectFrom('page')
                .innerJoin('run', 'run.project_id', 'page.project_id')
                .select(['page.id', 'page.identity_hash'])
                .where('run.id', '=', runId)
                .where('page.run_id', '=', runId)
                .$if(onlyHost !== null, (query) => query.where('page.host', '=', host))
                .where('page.id', '>', after)
                .orderBy('page.id')
                .limit(hashesPerPart)
                .as('part'),
            )
            .select((row) => [
              row.fn.max('id').as('last'),
              sql<string>`string_agg(${dialect.hex('identity_hash')}, '')`.as('hashes'),
            ])
            .executeTakeFirstOrThrow(),
        );
        if (part.last === null) return;
        yield Buffer.from(part.hashes, 'hex');
        after = part.last;
      }
    },
  };
}
