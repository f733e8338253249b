import type { Database } from '../database.ts';
import type { Migration } from '../migration.ts';
import type { Aliases } from '../store.ts';

export const createAlias: Migration = async (db, { integer, bytes }) => {
  await db.schema
    .createTable('signature')
    .addColumn('page_id', integer, (column) => column.primaryKey())
    .addColumn('project_id', integer, (column) => column.notNull())
    .addColumn('signature', bytes, (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('signature_of_project')
    .on('signature')
    .columns(['project_id', 'signature'])
    .execute();
  await db.schema
    .createTable('alias')
    .addColumn('page_id', integer, (column) => column.primaryKey())
    .addColumn('project_id', integer, (column) => column.notNull())
    .addColumn('of_page_id', integer, (column) => column.notNull())
    .addColumn('since_run_id', integer, (column) => column.notNull())
    .addColumn('agreements', integer, (column) => column.notNull())
    .execute();
  await db.schema.createIndex('alias_of_project').on('alias').column('project_id').execute();
};

export function aliases(database: Database): Aliases {
  return {
    list: (projectId) =>
      database.read((db) =>
        db
          .selectFrom('alias')
          .innerJoin('page', 'page.id', 'alias.page_id')
          .innerJoin('page as original', 'original.id', 'alias.of_page_id')
          .select(['page.id as pageId', 'page.url', 'original.id as ofPageId', 'original.url as ofUrl'])
          .select(['alias.since_run_id as sinceRunId', 'alias.agreements'])
          .where('alias.project_id', '=', projectId)
          .orderBy('original.id')
          .orderBy('page.id')
          .execute(),
      ),
  };
}
