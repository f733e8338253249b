import type { Kysely } from 'kysely';
import { isNotSame } from '../../../crawl/tables/not-same.ts';
import type { RunTable } from '../../../crawl/tables/run.ts';
import type { BulkDelete, Database, Dialect } from '../../../database/database.ts';
import type { Tables } from '../../../database/schema.ts';
import type { CallPlaces, StorePart } from '../../../database/store-part.ts';
import { takeIds } from '../../../database/tables/id-block.ts';
import type { Flag } from '../../../track/index.ts';
import { postgresSearch } from './postgres-search.ts';
import type { SearchIndex } from './search-index.ts';
import { searchDocumentTable, searchedRunTable } from './search-tables.ts';
import { sqliteSearch } from './sqlite-search.ts';
import type { Search, SearchDocument, UnindexedVersion } from './version-search.ts';

const indexOf = ({ isShared }: Dialect): SearchIndex => (isShared ? postgresSearch : sqliteSearch);

const removeDocument: BulkDelete = {
  kind: 'delete',
  table: 'search_document',
  key: 'run_id, page_id',
  given: { run_id: 'integer', page_id: 'integer' },
  select: 'given.run_id, given.page_id',
  join: '',
};

export function search(database: Database): Search {
  const index = indexOf(database.dialect);
  return {
    find: (query, filter) => database.read((db) => index.find(db, query, filter)),
    missing: (limit, after) =>
      database.read(async (db) => {
        // One run after the other: over all of them at once, PostgreSQL sorted every visit for each part.
        const found: UnindexedVersion[] = [];
        for (const run of await unsearchedRuns(db, after?.runId ?? 0)) {
          const from = run.id === after?.runId ? after.pageId : 0;
          found.push(...(await missingIn(db, run, from, limit - found.length)));
          if (found.length === limit) break;
        }
        return found;
      }),
    add: (documents) =>
      database.write(async (writing) => {
        // Taking ids first makes others who fill the index wait: from here on, what is there stays there.
        const first = await takeIds(writing.db, 'search_document', documents.length);
        const missing = await withoutIndexed(writing.db, documents);
        await index.add(
          writing,
          missing.map((document, place) => ({ ...document, id: first + place })),
        );
      }),
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
              // Nothing may be missing: another process may have finished a run a moment ago.
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
          // Several may find at once that nothing is missing.
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      }),
  };
}

/** Several processes may fill the index, and read the same versions for it. */
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

type RunOfProject = Pick<RunTable, 'id' | 'project_id'>;

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

/** Visits that are looked at in one part. */
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

/** One flag at a time has them in order in an index: of both together, PostgreSQL sorted all visits of the run for each part. */
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

export const searchPart: StorePart = {
  name: 'search',
  version: 1,
  tables: [searchDocumentTable, searchedRunTable],
  assemble: ({ database }) => ({ search: search(database) }),
  calls: {
    search: { find: 'here', missing: 'here', add: 'writer', noteComplete: 'writer' },
  } satisfies CallPlaces<'search'>,
  steps: { 1: (db, dialect) => indexOf(dialect).create(db) },
  forgetProject: (writing, dialect, projectId) => indexOf(dialect).forget(writing.db, projectId),
  async forgetVersions(writing, dialect, versions) {
    await indexOf(dialect).forgetVersions(writing, versions);
    await writing.bulk(removeDocument, versions);
  },
};
