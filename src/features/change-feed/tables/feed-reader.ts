import type { Database, Migration } from '../../../database/database.ts';
import { storableText } from '../../../database/tables/storable-text.ts';
import type { FeedReaders } from './feed-readers.ts';

/** A program that reads the change feed under a name of its own, and how far it has read. */
interface FeedReaderTable {
  readonly name: string;
  readonly place: number;
  readonly at: number;
}

declare module '../../../database/schema.ts' {
  interface Tables {
    readonly feed_reader: FeedReaderTable;
  }
}

export const createFeedReader: Migration = async (db, { integer, text }) => {
  await db.schema
    .createTable('feed_reader')
    .addColumn('name', text, (column) => column.primaryKey().notNull())
    .addColumn('place', integer, (column) => column.notNull())
    .addColumn('at', integer, (column) => column.notNull())
    .execute();
};

export function feedReaders(database: Database): FeedReaders {
  return {
    list: () => database.read((db) => db.selectFrom('feed_reader').selectAll().orderBy('name').execute()),
    note: ({ name, place, at }) =>
      database.write(async ({ db }) => {
        await db
          .insertInto('feed_reader')
          .values({ name: storableText(name), place, at })
          // A reader that asks for an old part again has not unread what came later, but it may need it.
          .onConflict((conflict) => conflict.column('name').doUpdateSet({ place, at }))
          .execute();
      }),
    firstUnread: (projectId, place) =>
      database.read(async (db) => {
        const row = await db
          .selectFrom('page_change')
          .select((change) => change.fn.min('run_id').as('run'))
          .where('project_id', '=', projectId)
          .where((change) => change.or([change('place', '>', place), change('place', 'is', null)]))
          .executeTakeFirst();
        return row?.run ?? null;
      }),
  };
}
