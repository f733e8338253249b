import type { Database, Migration } from '../database.ts';
import type { Search, UnindexedVersion } from '../search/version-search.ts';
import { takeIds } from './id-block.ts';

export const createSearchDocument: Migration = async (db, dialect) => {
  const { integer } = dialect;
  await db.schema
    .createTable('search_document')
    .addColumn('id', integer, (column) => column.primaryKey())
    .addColumn('project_id', integer, (column) => column.notNull())
    .addColumn('page_id', integer, (column) => column.notNull())
    .addColumn('run_id', integer, (column) => column.notNull())
    .addColumn('at', integer, (column) => column.notNull())
    .addUniqueConstraint('search_document_version', ['run_id', 'page_id'])
    .execute();
  await db.schema
    .createIndex('search_document_of_project')
    .on('search_document')
    .column('project_id')
    .execute();
  await db.schema
    .createTable('searched_run')
    .addColumn('run_id', integer, (column) => column.primaryKey())
    .execute();
  await db.insertInto('id_block').values({ name: 'search_document', next: 1 }).execute();
  await dialect.search.create(db);
};

/** Words are sorted in many at a time. */
export const gatherSearchWords: Migration = (db, dialect) => dialect.search.gather(db);

export function search(database: Database): Search {
  const index = database.dialect.search;
  return {
    find: (query, filter) => database.read((db) => index.find(db, query, filter)),
    missing: (limit, after) =>
      database.read(async (db) => {
        const { runId, pageId } = after ?? { runId: 0, pageId: 0 };
        const rows = await db
          .selectFrom('run')
          .innerJoin('visit', 'visit.run_id', 'run.id')
          .innerJoin('page', 'page.id', 'visit.page_id')
          .leftJoin('search_document as document', (join) =>
            join
              .onRef('document.run_id', '=', 'visit.run_id')
              .onRef('document.page_id', '=', 'visit.page_id'),
          )
          .select(['run.project_id as projectId', 'visit.run_id as runId', 'visit.page_id as pageId'])
          .select(['visit.at', 'visit.sha256', 'visit.headers', 'visit.type', 'visit.bytes', 'page.url'])
          .select(['visit.final_url as finalUrl'])
          .where((row) =>
            row.not(
              row.exists(
                row
                  .selectFrom('searched_run')
                  .select('searched_run.run_id')
                  .whereRef('searched_run.run_id', '=', 'run.id'),
              ),
            ),
          )
          .where('visit.flag', 'in', ['NEW', 'UPD'])
          .where('visit.outcome', '=', 'ok')
          .where('visit.sha256', 'is not', null)
          .where('document.id', 'is', null)
          .where(({ eb, refTuple, tuple }) =>
            eb(refTuple('visit.run_id', 'visit.page_id'), '>', tuple(runId, pageId)),
          )
          .orderBy('visit.run_id')
          .orderBy('visit.page_id')
          .limit(limit)
          .execute();
        return rows.map(
          ({ headers, sha256, ...row }): UnindexedVersion => ({
            ...row,
            sha256: sha256 ?? new Uint8Array(),
            headers: JSON.parse(headers) as [string, string][],
          }),
        );
      }),
    add: (documents) =>
      database.write(async (writing) => {
        const first = await takeIds(writing.db, 'search_document', documents.length);
        await index.add(
          writing,
          documents.map((document, place) => ({ ...document, id: first + place })),
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
          .execute();
      }),
  };
}
