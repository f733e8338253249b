import type { Database } from '../../../database/database.ts';
import type { CallPlaces, StorePart } from '../../../database/store-part.ts';
import { integer, orNull, type RowOf, references, table, text } from '../../../database/table.ts';
import { storableText } from '../../../database/tables/storable-text.ts';
import { type FeedReaders, READER_GONE_MS } from './feed-readers.ts';

/** A program that reads the change feed under a name of its own, and how far it has read. */
export const feedReaderTable = table(
  'feed_reader',
  {
    user_id: references(integer, 'user_account.id'),
    name: text,
    project_id: orNull(integer),
    place: integer,
    at: integer,
  },
  { key: ['user_id', 'name'] },
);

declare module '../../../database/schema.ts' {
  interface Tables {
    readonly feed_reader: RowOf<typeof feedReaderTable>;
  }
}

export function feedReaders(database: Database): FeedReaders {
  return {
    list: (now) =>
      database.read((db) =>
        db
          .selectFrom('feed_reader as reader')
          .innerJoin('user_account', 'user_account.id', 'reader.user_id')
          .leftJoin('project', 'project.id', 'reader.project_id')
          .select(['reader.user_id as userId', 'reader.name', 'reader.project_id as projectId'])
          .select(['reader.place', 'reader.at', 'user_account.name as user', 'project.name as project'])
          .where('reader.at', '>', now - READER_GONE_MS)
          // One whose only project is gone has nothing to read.
          .where((row) => row.or([row('reader.project_id', 'is', null), row('project.id', 'is not', null)]))
          .orderBy('user_account.name')
          .orderBy('reader.name')
          .execute(),
      ),
    note: ({ userId, name, projectId, place, at }) =>
      database.write(async ({ db }) => {
        const known = await db
          .selectFrom('user_account')
          .select('id')
          .where('id', '=', userId)
          .executeTakeFirst();
        // Removed since the request was let in.
        if (known === undefined) return;
        await db
          .insertInto('feed_reader')
          .values({ user_id: userId, name: storableText(name), project_id: projectId, place, at })
          // A reader that asks for an old part again has not unread what came later, but it may need it.
          .onConflict((conflict) =>
            conflict.columns(['user_id', 'name']).doUpdateSet({ project_id: projectId, place, at }),
          )
          .execute();
      }),
    remove: (userId, name) =>
      database.write(async ({ db }) => {
        const removed = await db
          .deleteFrom('feed_reader')
          .where('user_id', '=', userId)
          .where('name', '=', storableText(name))
          .returning('user_id')
          .executeTakeFirst();
        return removed !== undefined;
      }),
    firstUnread: (projectId, now) =>
      database.read(async (db) => {
        const slowest = await db
          .selectFrom('feed_reader as reader')
          .innerJoin('user_account', 'user_account.id', 'reader.user_id')
          .leftJoin('project_share as share', (join) =>
            join.onRef('share.user_id', '=', 'reader.user_id').on('share.project_id', '=', projectId),
          )
          .select((row) => row.fn.min('reader.place').as('place'))
          .where('reader.at', '>', now - READER_GONE_MS)
          .where((row) =>
            row.or([row('reader.project_id', 'is', null), row('reader.project_id', '=', projectId)]),
          )
          // As in `accessTo`: administrators have every project, others those that are shared with them.
          .where((row) =>
            row.or([row('user_account.role', '=', 'administrator'), row('share.user_id', 'is not', null)]),
          )
          .executeTakeFirst();
        const place = slowest?.place ?? null;
        if (place === null) return null;
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

export const changeFeedPart: StorePart = {
  name: 'change-feed',
  version: 1,
  tables: [feedReaderTable],
  assemble: ({ database }) => ({ readers: feedReaders(database) }),
  calls: {
    readers: { list: 'here', note: 'writer', remove: 'writer', firstUnread: 'here' },
  } satisfies CallPlaces<'readers'>,
};
