import type { Kysely } from 'kysely';
import { isNotSame } from '../../../crawl/tables/visit.ts';
import type { BulkDelete, Database, Dialect } from '../../../database/database.ts';
import type { Tables } from '../../../database/schema.ts';
import type { StorePart } from '../../../database/store-part.ts';
import { integer, type TablesOf, table } from '../../../database/table.ts';
import { takeIds } from '../../../database/tables/id-block.ts';
import type { Flag } from '../../../track/index.ts';
import { postgresSearch } from './postgres-search.ts';
import type { IndexedVersion, SearchFilter, SearchIndex } from './search-index.ts';
import type { SearchQuery } from './search-query.ts';
import { sqliteSearch } from './sqlite-search.ts';

/** A version of a page in the search index. On PostgreSQL its words are a column here, on SQLite a table of their own. */
const searchDocumentTable = table(
  'search_document',
  {
    id: integer,
    project_id: integer,
    page_id: integer,
    run_id: integer,
    at: integer,
  },
  {
    key: ['id'],
    indexes: [
      'UNIQUE INDEX search_document_version ON search_document (run_id, page_id)',
      'INDEX search_document_of_project ON search_document (project_id)',
    ],
    takesIds: true,
    backup: false,
  },
);

/** A finished run whose versions are all in the search index. */
const searchedRunTable = table(
  'searched_run',
  {
    run_id: integer,
  },
  { key: ['run_id'], backup: false },
);

declare module '../../../database/store.ts' {
  interface Store {
    readonly search: ReturnType<typeof search>;
  }
}

/** A version that is not in the search index yet. */
export interface UnindexedVersion {
  readonly projectId: number;
  readonly runId: number;
  readonly pageId: number;
  readonly url: string;
  readonly finalUrl: string | null;
  readonly at: number;
  readonly sha256: Uint8Array;
  readonly headers: readonly (readonly [string, string])[];
  readonly type: string | null;
  readonly bytes: number | null;
}

/** A version with its words, before it has an id. */
export type SearchDocument = Omit<IndexedVersion, 'id'>;

const indexOf = ({ isShared }: Dialect): SearchIndex => (isShared ? postgresSearch : sqliteSearch);

const removeDocument: BulkDelete = {
  kind: 'delete',
  table: 'search_document',
  key: 'run_id, page_id',
  given: { run_id: 'integer', page_id: 'integer' },
  select: 'given.run_id, given.page_id',
  join: '',
};

/**
 * The index over the words of all versions (B15). It is filled after the visits, from the stored versions: the next round adds
 * what a kill left out.
 */
function search(database: Database) {
  const index = indexOf(database.dialect);
  return {
    find: (query: SearchQuery, filter: SearchFilter) => database.read((db) => index.find(db, query, filter)),
    /** The oldest versions that are not in the index. `after` skips all versions up to it, so that a long filling need not scan them again. */
    missing: (limit: number, after?: Pick<UnindexedVersion, 'runId' | 'pageId'> | null) =>
      database.read(async (db) => {
        // One run after the other: in a query over all runs, PostgreSQL sorted every visit for each part.
        const found: UnindexedVersion[] = [];
        for (const run of await unsearchedRuns(db, after?.runId ?? 0)) {
          const from = run.id === after?.runId ? after.pageId : 0;
          found.push(...(await missingIn(db, run, from, limit - found.length)));
          if (found.length === limit) break;
        }
        return found;
      }),
    add: (documents: readonly SearchDocument[]) =>
      database.write(async (writing) => {
        // Taking ids first makes other processes that fill the index wait: from here on, none of them can add the same versions.
        const first = await takeIds(writing.db, 'search_document', documents.length);
        const missing = await withoutIndexed(writing.db, documents);
        await index.add(
          writing,
          missing.map((document, place) => ({ ...document, id: first + place })),
        );
      }),
    /** Called when nothing was missing. Marks finished runs, so that they need not be searched again. */
    noteComplete: () =>
      database.write(async ({ db }) => {
        await index.settle(db);
        await db
          .insertInto('searched_run')
          .columns(['run_id'])
          .expression(
            db
              .selectFrom('run')
              .leftJoin('searched_run', 'searched_run.run_id', 'run.id')
              .select('run.id')
              .where('run.state', '=', 'finished')
              .where('searched_run.run_id', 'is', null)
              // Checks again that nothing is missing: another process may have finished a run a moment ago.
              .where((row) =>
                row.not(
                  row.exists(
                    row
                      .selectFrom('visit')
                      .leftJoin('search_document', (join) =>
                        join
                          .onRef('search_document.run_id', '=', 'visit.run_id')
                          .onRef('search_document.page_id', '=', 'visit.page_id'),
                      )
                      .select('visit.page_id')
                      .whereRef('visit.run_id', '=', 'run.id')
                      .where('visit.flag', 'in', ['NEW', 'UPD'])
                      .where('visit.outcome', '=', 'ok')
                      .where('visit.sha256', 'is not', null)
                      .where('search_document.id', 'is', null),
                  ),
                ),
              ),
          )
          // Several processes may mark the same run at once.
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      }),
  };
}

/** Removes versions that are already in the index: several processes may fill it, and read the same versions. */
async function withoutIndexed(
  db: Kysely<Tables>,
  documents: readonly SearchDocument[],
): Promise<readonly SearchDocument[]> {
  const keyOf = (runId: number, pageId: number) => `${runId} ${pageId}`;
  const indexed = new Set<string>();
  for (const [runId, ofRun] of Map.groupBy(documents, (document) => document.runId)) {
    const pageIds = ofRun.map(({ pageId }) => pageId);
    const rows = await db
      .selectFrom('search_document')
      .select('page_id')
      .where('run_id', '=', runId)
      .where('page_id', 'in', pageIds)
      .execute();
    for (const { page_id: pageId } of rows) indexed.add(keyOf(runId, pageId));
  }
  return documents.filter(({ runId, pageId }) => !indexed.has(keyOf(runId, pageId)));
}

type RunOfProject = Pick<Tables['run'], 'id' | 'project_id'>;

/** Runs that may have versions which are not in the index, from the given one on. */
const unsearchedRuns = (db: Kysely<Tables>, from: number): Promise<readonly RunOfProject[]> =>
  db
    .selectFrom('run')
    .leftJoin('searched_run', 'searched_run.run_id', 'run.id')
    .select(['run.id', 'run.project_id'])
    .where('run.id', '>=', from)
    .where('searched_run.run_id', 'is', null)
    .orderBy('run.id')
    .execute();

/** How many visits are read in one part. */
const STEP = 1000;

async function missingIn(
  db: Kysely<Tables>,
  { id: runId, project_id: projectId }: RunOfProject,
  after: number,
  limit: number,
): Promise<readonly UnindexedVersion[]> {
  const missing: number[] = [];
  for (let from: number | undefined = after; from !== undefined && missing.length < limit; ) {
    const part = await candidatesIn(db, runId, from);
    for (const { pageId, document } of part) if (document === null) missing.push(pageId);
    from = part.length < STEP ? undefined : part.at(-1)?.pageId;
  }
  return versionsIn(db, runId, projectId, missing.slice(0, limit));
}

/** The next versions of a run, whether they are in the index or not. */
const candidatesIn = (db: Kysely<Tables>, runId: number, after: number) =>
  db
    .selectFrom(
      flaggedAfter(db, runId, after, 'NEW')
        .unionAll(flaggedAfter(db, runId, after, 'UPD'))
        .as('candidate'),
    )
    .leftJoin('search_document as document', (join) =>
      join
        .onRef('document.run_id', '=', 'candidate.run_id')
        .onRef('document.page_id', '=', 'candidate.page_id'),
    )
    .select(['candidate.page_id as pageId', 'document.id as document'])
    .orderBy('candidate.page_id')
    .limit(STEP)
    .execute();

/** For one flag, a database index has the visits in order: for both flags together, PostgreSQL sorted all visits of the run for each part. */
const flaggedAfter = (db: Kysely<Tables>, runId: number, after: number, flag: Flag) =>
  db
    .selectFrom((from) =>
      from
        .selectFrom('visit')
        .select(['run_id', 'page_id'])
        .where('run_id', '=', runId)
        .where('flag', '=', flag)
        .where(isNotSame)
        .where('page_id', '>', after)
        .where('outcome', '=', 'ok')
        .where('sha256', 'is not', null)
        .orderBy('page_id')
        .limit(STEP)
        .as('part'),
    )
    .selectAll();

async function versionsIn(
  db: Kysely<Tables>,
  runId: number,
  projectId: number,
  pageIds: readonly number[],
): Promise<readonly UnindexedVersion[]> {
  if (pageIds.length === 0) return [];
  const rows = await db
    .selectFrom('visit')
    .innerJoin('page', 'page.id', 'visit.page_id')
    .select(['visit.page_id as pageId', 'visit.final_url as finalUrl', 'page.url'])
    .select(['visit.at', 'visit.sha256', 'visit.headers', 'visit.type', 'visit.bytes'])
    .where('visit.run_id', '=', runId)
    .where('visit.page_id', 'in', pageIds)
    .orderBy('visit.page_id')
    .execute();
  return rows.map(
    ({ headers, sha256, ...row }): UnindexedVersion => ({
      ...row,
      projectId,
      runId,
      sha256: sha256 ?? new Uint8Array(),
      headers: JSON.parse(headers) as [string, string][],
    }),
  );
}

const tables = [searchDocumentTable, searchedRunTable] as const;

declare module '../../../database/schema.ts' {
  interface Tables extends TablesOf<typeof tables> {}
}

export const searchPart: StorePart = {
  name: 'search',
  version: 1,
  tables,
  assemble: ({ database }) => ({ search: search(database) }),
  writes: {
    search: ['add', 'noteComplete'],
  },
  steps: { 1: (db, dialect) => indexOf(dialect).create(db) },
  forgetProject: (writing, dialect, projectId) => indexOf(dialect).forget(writing.db, projectId),
  async forgetVersions(writing, dialect, versions) {
    await indexOf(dialect).forgetVersions(writing, versions);
    await writing.bulk(removeDocument, versions);
  },
};
