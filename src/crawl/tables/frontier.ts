import { type Kysely, sql } from 'kysely';
import { nameOfHash } from '../../database/content/hash-name.ts';
import type { BulkUpdate, Database, RowWriting, WriteStep } from '../../database/database.ts';
import type { Tables } from '../../database/schema.ts';
import { insertInto, type RecordOf } from '../../database/table.ts';
import { storableText } from '../../database/tables/storable-text.ts';
import { type DiscoveredPage, pageTable } from './page.ts';
import type { NewVisit, PageVisit, UnchangedPages } from './visit.ts';

/** The position of a page in a host's queue. */
export interface FrontierPosition {
  readonly depth: number;
  readonly id: number;
}

/** What the next visit needs to know about the last good one. */
export interface LastGood
  extends Pick<PageVisit, 'at' | 'etag' | 'lastModified' | 'sha256' | 'type' | 'bytes'> {
  /** The run that brought the version: the one in which the page last changed. */
  readonly versionRunId: number;
}

/** A page that waits for its visit, as it was discovered. */
export interface QueuedPage
  extends DiscoveredPage,
    Pick<RecordOf<typeof pageTable>, 'id' | 'lastFlag' | 'samples'> {
  /** Null when there was no good visit yet. */
  readonly lastGood: LastGood | null;
  /** The pictures that its last version shows: the hashes of their addresses, end to end. Null when it shows none. */
  readonly shownPictures: Uint8Array | null;
}

/** Queues a page unless this run, or a later one, has already queued it. A stored page keeps its id. */
const queuePage = insertInto(pageTable, {
  shared: ['id', 'project_id', 'run_id', 'queued'],
  without: [
    ...(['good_run_id', 'version_run_id', 'last_flag', 'samples', 'due_at'] as const),
    ...(['missing_since', 'failing_since', 'superseded_by'] as const),
  ],
  conflict: `ON CONFLICT (project_id, identity_hash) DO UPDATE SET
     run_id = excluded.run_id, queued = 1, depth = excluded.depth, url = excluded.url, host = excluded.host,
     found_on = excluded.found_on, link_kind = excluded.link_kind, superseded_by = NULL
   WHERE page.run_id < excluded.run_id`,
});

/** Queues each page once. Ids are `firstId`, `firstId + 1`... in the order of discovery. */
export async function queuePages(
  writing: RowWriting,
  { projectId, runId, firstId }: { projectId: number; runId: number; firstId: number },
  discovered: readonly DiscoveredPage[],
): Promise<void> {
  // PostgreSQL does not allow changing a row twice in one statement.
  const known = new Set<string>();
  const rows = [];
  for (const [number, page] of discovered.entries()) {
    const key = nameOfHash(page.identityHash);
    if (known.has(key)) continue;
    known.add(key);
    rows.push(queuePage.row(page, { id: firstId + number, projectId, runId, queued: 1 }));
  }
  await writing.bulk(queuePage, rows);
}

/** Since when pages are missing or failing; `given.last_flag` is null when a visit says nothing about the page. */
const sinceOnLeaving = (['missing', 'failing'] as const)
  .map(
    (column) => `${column}_since = CASE given.last_flag
      WHEN '${column === 'missing' ? 'MIS' : 'ERR'}' THEN coalesce(page.${column}_since, given.run_id)
      WHEN 'NEW' THEN NULL WHEN 'SAM' THEN NULL WHEN 'UPD' THEN NULL ELSE page.${column}_since END`,
  )
  .join(', ');

export const leaveFrontier: BulkUpdate = {
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
  // A page that is visited without a stay in the frontier gets its run here: a resumed run must know that it was visited.
  set: `queued = 0, run_id = given.run_id, good_run_id = coalesce(given.good_run_id, page.good_run_id),
    version_run_id = coalesce(given.version_run_id, page.version_run_id),
    last_flag = coalesce(given.last_flag, page.last_flag),
    samples = coalesce(given.samples, page.samples), due_at = coalesce(given.due_at, page.due_at),
    ${sinceOnLeaving}`,
  where: 'page.id = given.id',
};

/** Removes visited pages from the frontier, and stores which of the visits were good. */
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

const noteSince: BulkUpdate = {
  kind: 'update',
  table: 'visit',
  given: { run_id: 'integer', page_id: 'integer' },
  set: `since_run_id = (SELECT CASE visit.flag WHEN 'MIS' THEN page.missing_since ELSE page.failing_since END
    FROM page WHERE page.id = given.page_id)`,
  where: 'visit.run_id = given.run_id AND visit.page_id = given.page_id',
};

/** Called after the pages have left the frontier. */
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

/** The same for pages whose last good version is still current. */
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

/** Queues pages of earlier runs unchanged, unless the run has already queued them. */
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

interface HostOfRun {
  readonly runId: number;
  readonly host: string;
}

/** Queues the pages of hosts that got a 304 in a run, as if they had not been visited. */
export const queueAfter304: WriteStep<HostOfRun> = async ({ db }, hosts) => {
  for (const host of hosts) await queueHostAfter304(db, host);
};

async function queueHostAfter304(db: Kysely<Tables>, { runId, host }: HostOfRun): Promise<void> {
  const answered = db
    .selectFrom('visit')
    .innerJoin('page', 'page.id', 'visit.page_id')
    .select('visit.page_id')
    .where('visit.run_id', '=', runId)
    .where('visit.status', '=', 304)
    .where('page.host', '=', storableText(host));
  // Through the project's runs: each is a look-up by key.
  await db
    .updateTable('page')
    .set((row) => ({
      queued: 1 as const,
      good_run_id: row
        .selectFrom('run')
        .innerJoin('visit', (join) =>
          join.onRef('visit.run_id', '=', 'run.id').onRef('visit.page_id', '=', 'page.id'),
        )
        .select((good) => good.fn.max('run.id').as('id'))
        .whereRef('run.project_id', '=', 'page.project_id')
        .where('run.id', '<', runId)
        .where('visit.outcome', '=', 'ok'),
    }))
    .where('id', 'in', answered)
    .execute();
  await db.deleteFrom('visit').where('run_id', '=', runId).where('page_id', 'in', answered).execute();
}

// SQLite uses the partial index only for a literal `queued = 1`: the value of a bound parameter is unknown when it plans.
const queued = sql.lit(1 as const);

/** 65,536 hashes are 1 MiB. */
const hashesPerPart = 65_536;

/** The pages that a run still has to visit; with a host, only its pages. A page leaves when the commit with its visit is done, not earlier. */
export function frontier(database: Database, onlyHost: string | null = null) {
  const { dialect } = database;
  const host = onlyHost ?? '';
  return {
    /** A host's pages by depth, then by age, after the given one. */
    next: (
      runId: number,
      ofHost: string,
      after: FrontierPosition | null,
      limit: number,
    ): Promise<readonly QueuedPage[]> =>
      database.read(async (db) => {
        const rows = await db
          .selectFrom('page')
          .leftJoin('visit', (join) =>
            join.onRef('visit.run_id', '=', 'page.good_run_id').onRef('visit.page_id', '=', 'page.id'),
          )
          .leftJoin('shown_picture', 'shown_picture.page_id', 'page.id')
          .select(['page.id', 'page.identity', 'page.identity_hash as identityHash', 'page.url', 'page.host'])
          .select('shown_picture.url_hashes as shownPictures')
          .select(['page.depth', 'page.found_on as foundOn', 'page.link_kind as linkKind', 'page.samples'])
          .select(['page.last_flag as lastFlag', 'page.version_run_id as versionRunId'])
          .select(['visit.at', 'visit.etag', 'visit.last_modified as lastModified'])
          .select(['visit.sha256', 'visit.type', 'visit.bytes'])
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
        return rows.map(({ at, etag, lastModified, sha256, type, bytes, versionRunId, ...page }) => ({
          ...page,
          lastGood:
            at === null || versionRunId === null
              ? null
              : { at, etag, lastModified, sha256, type, bytes, versionRunId },
        }));
      }),
    hosts: (runId: number) =>
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
    count: (runId: number) =>
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
    /** The hashes of every page that the run has queued so far, visited or not: 16 bytes each, end to end. */
    async *identityHashes(runId: number): AsyncGenerator<Uint8Array> {
      let after = 0;
      for (;;) {
        // The database joins them into one text: a million rows would be a million small objects here.
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

export type Frontier = ReturnType<typeof frontier>;
