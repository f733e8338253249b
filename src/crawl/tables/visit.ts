import { type Kysely, type Selectable, sql } from 'kysely';
import type { BulkCopy, Database, RowWriting } from '../../database/database.ts';
import type { Tables } from '../../database/schema.ts';
import {
  bytes,
  insertInto,
  integer,
  namesContent,
  orNull,
  type RowOf,
  table,
  text,
  textOf,
} from '../../database/table.ts';
import { storableText } from '../../database/tables/storable-text.ts';
import type { Flag } from '../../track/index.ts';
import { lastingFlags } from './lasting-flags.ts';
import type { UnchangedPages } from './listings.ts';
import { isNotSame } from './not-same.ts';
import type { FlaggedVisit, LastingFlag, PageVisit, VisitHop, VisitOutcome, VisitRecord } from './records.ts';
import { totalsOf } from './visit-sums.ts';

/** The result of a page in a run. The key is the fence: a second visit of a page in one run is refused. */
export const visitTable = table(
  'visit',
  {
    run_id: integer,
    page_id: integer,
    at: integer,
    status: orNull(integer),
    outcome: textOf<VisitOutcome>(),
    error_code: orNull(text),
    error_message: orNull(text),
    /** Null when it is the page's own URL. */
    final_url: orNull(text),
    hops: orNull(text),
    headers: text,
    type: orNull(text),
    bytes: orNull(integer),
    sha256: orNull(namesContent(bytes)),
    etag: orNull(text),
    last_modified: orNull(text),
    duration_ms: integer,
    attempts: integer,
    /** Null when the page was left out or has no good version yet. */
    flag: orNull(textOf<Flag>()),
    reason: orNull(text),
    /** The first run with this flag since the page was last good; null unless it is missing or in error. */
    since_run_id: orNull(integer),
  },
  {
    key: ['run_id', 'page_id'],
    // Most visits find nothing new: what the others found is read without them, and they cost no index.
    indexes: ["INDEX visit_news ON visit (run_id, flag, page_id) WHERE flag <> 'SAM'"],
  },
);
export type VisitTable = RowOf<typeof visitTable>;

declare module '../../database/schema.ts' {
  interface Tables {
    readonly visit: RowOf<typeof visitTable>;
  }
}

interface VisitTotals {
  readonly outcome: VisitRecord['outcome'];
  readonly count: number;
  readonly bytes: number;
}

export interface Visits {
  /** Newest first. */
  ofPage(pageId: number, limit: number): Promise<readonly PageVisit[]>;
  /** In the order of page ids, after the given page. */
  ofRun(runId: number, part: { after?: number; limit: number }): Promise<readonly PageVisit[]>;
  totals(runId: number): Promise<readonly VisitTotals[]>;
  find(runId: number, pageId: number): Promise<PageVisit | null>;
  /** The rows of the run's report, in the order of page ids, after the given page. */
  flagged(
    runId: number,
    part: { after?: number; limit: number; flags?: readonly Flag[] },
  ): Promise<readonly FlaggedVisit[]>;
  flagTotals(runId: number): Promise<Readonly<Record<Flag, number>>>;
  /** The pages that are missing or in error in the run, in the order of page ids, after the given page. */
  lasting(runId: number, part: { after?: number; limit: number }): Promise<readonly LastingFlag[]>;
}

declare module '../../database/store.ts' {
  interface Store {
    readonly visits: Visits;
  }
}

/** `since_run_id` is known when the whole run is. */
const insertVisit = insertInto(visitTable, { without: ['since_run_id'] });

const optionalText = (text: string | null) => (text === null ? null : storableText(text));

export async function insertVisits(
  writing: RowWriting,
  runId: number,
  visits: readonly VisitRecord[],
): Promise<void> {
  const rows = visits.map((visit) => [
    runId,
    visit.pageId,
    visit.at,
    visit.status,
    visit.outcome,
    visit.errorCode,
    optionalText(visit.errorMessage),
    optionalText(visit.finalUrl),
    // JSON.stringify escapes NUL and lone surrogates, so that headers come back exactly as they were.
    visit.hops.length === 0 ? null : JSON.stringify(visit.hops),
    JSON.stringify(visit.headers),
    optionalText(visit.type),
    visit.bytes,
    visit.sha256,
    optionalText(visit.etag),
    optionalText(visit.lastModified),
    Math.round(visit.durationMs),
    visit.attempts,
    visit.flag,
    optionalText(visit.reason),
  ]);
  await writing.bulk(insertVisit, rows);
}

/** What the last good visit brought still holds, so it is copied where it is. */
const repeatVisit: BulkCopy = {
  kind: 'copy',
  table: 'visit',
  given: { page_id: 'integer', run_id: 'integer', at: 'integer', flag: 'text', reason: 'text' },
  columns: {
    run_id: 'given.run_id',
    page_id: 'given.page_id',
    at: 'given.at',
    outcome: "'ok'",
    headers: "'[]'",
    type: 'good.type',
    bytes: 'good.bytes',
    sha256: 'good.sha256',
    duration_ms: '0',
    attempts: '1',
    flag: 'given.flag',
    reason: 'given.reason',
  },
  join: `JOIN page ON page.id = given.page_id
    JOIN visit AS good ON good.run_id = page.good_run_id AND good.page_id = page.id`,
};

/** Called before the pages leave the frontier: then this run is the one of their last good visit. */
export async function insertUnchanged(
  writing: RowWriting,
  runId: number,
  unchanged: readonly UnchangedPages[],
): Promise<void> {
  await writing.bulkAlike(
    repeatVisit,
    unchanged.map(({ pageIds, at, flag, reason }) => ({
      ids: pageIds,
      shared: [runId, at, flag, storableText(reason)],
    })),
  );
}

const toVisit = (row: Selectable<VisitTable> & { readonly url: string }): PageVisit => ({
  runId: row.run_id,
  pageId: row.page_id,
  url: row.url,
  at: row.at,
  status: row.status,
  outcome: row.outcome,
  errorCode: row.error_code,
  errorMessage: row.error_message,
  finalUrl: row.final_url,
  hops: row.hops === null ? [] : (JSON.parse(row.hops) as VisitHop[]),
  headers: JSON.parse(row.headers) as [string, string][],
  type: row.type,
  bytes: row.bytes,
  sha256: row.sha256,
  etag: row.etag,
  lastModified: row.last_modified,
  durationMs: row.duration_ms,
  attempts: row.attempts,
  flag: row.flag,
  reason: row.reason,
});

const visitsOfRun = (db: Kysely<Tables>, runId: number) =>
  db
    .selectFrom('visit')
    .innerJoin('page', 'page.id', 'visit.page_id')
    .selectAll('visit')
    .select('page.url')
    .where('visit.run_id', '=', runId);

/** Without the visits of superseded pages. */
const flaggedVisits = (db: Kysely<Tables>, runId: number) =>
  db
    .selectFrom('visit')
    .innerJoin('page', 'page.id', 'visit.page_id')
    .where('visit.run_id', '=', runId)
    .where('visit.flag', 'is not', null)
    .where('page.superseded_by', 'is', null);

export function visits(database: Database): Visits {
  return {
    ofPage: (pageId, limit) =>
      database.read(async (db) => {
        // Through the project's runs, each a look-up by key: an index by page would cost every commit.
        const rows = await db
          .selectFrom('page')
          .innerJoin('run', 'run.project_id', 'page.project_id')
          .innerJoin('visit', (join) =>
            join.onRef('visit.run_id', '=', 'run.id').onRef('visit.page_id', '=', 'page.id'),
          )
          .selectAll('visit')
          .select('page.url')
          .where('page.id', '=', pageId)
          .orderBy('run.number', 'desc')
          .limit(limit)
          .execute();
        return rows.map(toVisit);
      }),
    ofRun: (runId, { after = 0, limit }) =>
      database.read(async (db) => {
        const rows = await visitsOfRun(db, runId)
          .where('visit.page_id', '>', after)
          .orderBy('visit.page_id')
          .limit(limit)
          .execute();
        return rows.map(toVisit);
      }),
    find: (runId, pageId) =>
      database.read(async (db) => {
        const row = await visitsOfRun(db, runId).where('visit.page_id', '=', pageId).executeTakeFirst();
        return row === undefined ? null : toVisit(row);
      }),
    flagged: (runId, { after = 0, limit, flags }) =>
      database.read((db) =>
        flaggedVisits(db, runId)
          .select([
            'page.id as pageId',
            'page.url',
            'page.identity',
            'visit.status',
            'visit.type',
            'visit.at',
          ])
          .select((row) => [
            row.ref('visit.flag').$notNull().as('flag'),
            row.fn.coalesce('visit.reason', sql.lit('')).as('reason'),
          ])
          .where('visit.page_id', '>', after)
          .$if(flags !== undefined, (query) => query.where('visit.flag', 'in', flags ?? []))
          .$if(flags !== undefined && !flags.includes('SAM'), (query) => query.where(isNotSame))
          .orderBy('visit.page_id')
          .limit(limit)
          .execute(),
      ),
    flagTotals: (runId) => database.read(async (db) => (await totalsOf(db, runId)).flags),
    lasting: lastingFlags(database),
    totals: (runId) => database.read(async (db) => (await totalsOf(db, runId)).outcomes),
  };
}
