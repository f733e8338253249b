import { type Kysely, type SqlBool, sql } from 'kysely';
import type { BulkCopy, Database, RowWriting } from '../../database/database.ts';
import type { Tables } from '../../database/schema.ts';
import type { ItemOf } from '../../database/store.ts';
import {
  bytes,
  fieldsOf,
  type InsertOf,
  insertInto,
  integer,
  json,
  jsonList,
  milliseconds,
  namesContent,
  orNull,
  type RecordOf,
  recordsOf,
  table,
  text,
  textOf,
} from '../../database/table.ts';
import { storableText } from '../../database/tables/storable-text.ts';
import type { Flag } from '../../track/index.ts';
import { totalsOf } from './visit-sums.ts';

export type VisitOutcome = 'ok' | 'error' | 'left-out';

/** The result of a page in a run. The key prevents a second visit of a page in one run. */
export const visitTable = table(
  'visit',
  {
    run_id: integer,
    page_id: integer,
    at: integer,
    /** Null when there was no answer. */
    status: orNull(integer),
    outcome: textOf<VisitOutcome>(),
    error_code: orNull(text),
    error_message: orNull(text),
    /** Null when it is the page's own URL. */
    final_url: orNull(text),
    hops: jsonList<{ readonly url: string; readonly status: number }>(),
    headers: json<readonly (readonly [string, string])[]>(),
    /** The media type without parameters. */
    type: orNull(text),
    bytes: orNull(integer),
    /** The hash of the content; null when nothing was stored. */
    sha256: orNull(namesContent(bytes)),
    etag: orNull(text),
    last_modified: orNull(text),
    duration_ms: milliseconds,
    attempts: integer,
    /** Null when the page was left out or has no good version yet. */
    flag: orNull(textOf<Flag>()),
    reason: orNull(text),
    /** The first run with this flag since the page was last good; null unless the page is missing or in error. Known when the whole run is done. */
    since_run_id: orNull(integer),
  },
  {
    key: ['run_id', 'page_id'],
    // Most visits find nothing new: the index leaves them out, so that they cost nothing and the others are found quickly.
    indexes: ["INDEX visit_changed ON visit (run_id, flag, page_id) WHERE flag <> 'SAM'"],
  },
);

/** For queries about visits that found something. SQLite uses the index only when the condition is written exactly as in the index. */
export const isNotSame = sql<SqlBool>`visit.flag <> 'SAM'`;

/** The facts of a visit when it ends. */
export type VisitRecord = Omit<RecordOf<typeof visitTable>, 'runId' | 'sinceRunId'>;

/** A visit as it is committed. */
export interface NewVisit extends VisitRecord {
  /** Whether later visits are compared with the content of this visit. */
  readonly bringsVersion: boolean;
  /** The samples of all visits including this one, for the change rate; null leaves the stored ones unchanged. */
  readonly samples: Uint8Array | null;
  readonly dueAt: number | null;
  /** A hash of the text of the visit; null when it had none. */
  readonly signature: Uint8Array | null;
  /** A hash of its text without what differs at every fetch; null when nothing does, or when the hash is already stored. */
  readonly quietSignature: Uint8Array | null;
}

/** A visit with its run and the URL of its page. */
export interface PageVisit extends VisitRecord {
  readonly runId: number;
  readonly url: string;
}

/** Pages that were there at their last visit and are unchanged, with the same record of changes: one visit for each. */
export interface UnchangedPages {
  readonly pageIds: readonly number[];
  readonly at: number;
  readonly flag: Flag;
  readonly reason: string;
  readonly samples: Uint8Array | null;
  readonly dueAt: number | null;
}

export const insertVisit: InsertOf<typeof visitTable, 'run_id', 'since_run_id'> = insertInto(visitTable, {
  shared: ['run_id'],
  without: ['since_run_id'],
});

export const insertVisits = (
  writing: RowWriting,
  runId: number,
  visits: readonly VisitRecord[],
): Promise<void> => writing.bulk(insertVisit, insertVisit.rows(visits, { runId }));

/** The content of the last good visit is still current, so its fields are copied within the database. */
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

/** Called before the pages leave the frontier: after that, this run is the one of their last good visit. */
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

const pageVisits = (db: Kysely<Tables>) =>
  db
    .selectFrom('visit')
    .innerJoin('page', 'page.id', 'visit.page_id')
    .select(fieldsOf(visitTable, 'since_run_id'))
    .select('page.url');

/** The visits of a run that have a flag, without those of superseded pages. */
const flaggedVisits = (db: Kysely<Tables>, runId: number) =>
  db
    .selectFrom('visit')
    .innerJoin('page', 'page.id', 'visit.page_id')
    .select(['page.id as pageId', 'page.url', 'page.identity'])
    .select((row) => [
      row.ref('visit.flag').$notNull().as('flag'),
      row.fn.coalesce('visit.reason', sql.lit('')).as('reason'),
    ])
    .where('visit.run_id', '=', runId)
    .where('visit.flag', 'is not', null)
    .where('page.superseded_by', 'is', null);

/** A start address, or its redirect target. */
const startKinds: readonly string[] = ['seed', 'redirect'];

/** Whether a run starts there. */
export const isStartAddress = ({
  depth,
  linkKind,
}: {
  readonly depth: number;
  readonly linkKind: string;
}): boolean => depth === 0 && startKinds.includes(linkKind);

export function visits(database: Database) {
  return {
    /** Newest first. */
    ofPage: (pageId: number, limit: number): Promise<readonly PageVisit[]> =>
      database.read(async (db) => {
        // Through the project's runs: each is a look-up by key. An index by page would cost time in every commit.
        const rows = await db
          .selectFrom('page')
          .innerJoin('run', 'run.project_id', 'page.project_id')
          .innerJoin('visit', (join) =>
            join.onRef('visit.run_id', '=', 'run.id').onRef('visit.page_id', '=', 'page.id'),
          )
          .select(fieldsOf(visitTable, 'since_run_id'))
          .select('page.url')
          .where('page.id', '=', pageId)
          .orderBy('run.number', 'desc')
          .limit(limit)
          .execute();
        return recordsOf(visitTable, rows);
      }),
    /** In the order of page ids, after the given page. */
    ofRun: (
      runId: number,
      { after = 0, limit }: { after?: number; limit: number },
    ): Promise<readonly PageVisit[]> =>
      database.read(async (db) => {
        const rows = await pageVisits(db)
          .where('visit.run_id', '=', runId)
          .where('visit.page_id', '>', after)
          .orderBy('visit.page_id')
          .limit(limit)
          .execute();
        return recordsOf(visitTable, rows);
      }),
    find: (runId: number, pageId: number): Promise<PageVisit | null> =>
      database.read(async (db) => {
        const rows = await pageVisits(db)
          .where('visit.run_id', '=', runId)
          .where('visit.page_id', '=', pageId)
          .execute();
        return recordsOf(visitTable, rows)[0] ?? null;
      }),
    /** The rows of the run's report, in the order of page ids, after the given page. */
    flagged: (
      runId: number,
      { after = 0, limit, flags }: { after?: number; limit: number; flags?: readonly Flag[] },
    ) =>
      database.read((db) =>
        flaggedVisits(db, runId)
          .select(['visit.status', 'visit.type', 'visit.at'])
          .where('visit.page_id', '>', after)
          .$if(flags !== undefined, (query) => query.where('visit.flag', 'in', flags ?? []))
          .$if(flags !== undefined && !flags.includes('SAM'), (query) => query.where(isNotSame))
          .orderBy('visit.page_id')
          .limit(limit)
          .execute(),
      ),
    /** Why the start address of a run could not be fetched; null when it could. */
    startFailure: (runId: number) =>
      database.read(async (db) => {
        const row = await flaggedVisits(db, runId)
          .where('visit.flag', '=', 'ERR')
          .where(isNotSame)
          .where('page.depth', '=', 0)
          .where('page.link_kind', 'in', startKinds)
          .orderBy('visit.page_id')
          .limit(1)
          .executeTakeFirst();
        return row ?? null;
      }),
    flagTotals: (runId: number) => database.read(async (db) => (await totalsOf(db, runId)).flags),
    /** The pages that are missing or in error in the run, and since which one, in the order of page ids, after the given page. */
    lasting: (runId: number, { after = 0, limit }: { after?: number; limit: number }) =>
      database.read((db) =>
        flaggedVisits(db, runId)
          .select((row) => row.fn.coalesce('visit.since_run_id', 'visit.run_id').as('sinceRunId'))
          .where('visit.flag', 'in', ['MIS', 'ERR'])
          .where(isNotSame)
          .where('visit.page_id', '>', after)
          // The sum matches no index: otherwise SQLite would scan all visits of the run only to have them sorted.
          .orderBy(sql`+visit.page_id`)
          .limit(limit)
          .execute(),
      ),
    totals: (runId: number) => database.read(async (db) => (await totalsOf(db, runId)).outcomes),
  };
}

type Visits = ReturnType<typeof visits>;
/** A row of a run's report. */
export type FlaggedVisit = ItemOf<Visits['flagged']>;
/** A page that is missing or in error, and since when. */
export type LastingFlag = ItemOf<Visits['lasting']>;
