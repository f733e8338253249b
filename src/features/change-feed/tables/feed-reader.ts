import type { Database } from '../../../database/database.ts';
import type { StorePart } from '../../../database/store-part.ts';
import { integer, orNull, references, type TablesOf, table, text } from '../../../database/table.ts';
import { storableText } from '../../../database/tables/storable-text.ts';

/** A reader without a request for this long is gone; its unread changes are no longer kept. */
export const READER_GONE_MS = 90 * 86_400_000;

/** A program that reads the change feed under a name of its own, and how far it has read. */
const feedReaderTable = table(
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

declare module '../../../database/store.ts' {
  interface Store {
    readonly readers: ReturnType<typeof feedReaders>;
  }
}

/** A program that reads the change feed under a name of its own, for a user. */
interface FeedReader {
  readonly userId: number;
  readonly name: string;
  /** The project that its token is limited to; null for all projects that its user sees. */
  readonly projectId: number | null;
  /** The position of the last change that it has read. */
  readonly place: number;
  /** The time of its last request. */
  readonly at: number;
}

/**
 * The readers of the change feed and their positions. Changes that a reader has not read yet are not removed, in the projects that its user sees at that
 * moment. A reader is forgotten with its user, or after `READER_GONE_MS` without a request.
 */
function feedReaders(database: Database) {
  return {
    /** Active readers, of all users or of one, by user and name; `project` is null for all projects that the user sees. */
    list: (now: number, userId?: number) =>
      database.read((db) =>
        db
          .selectFrom('feed_reader as reader')
          .innerJoin('user_account', 'user_account.id', 'reader.user_id')
          .leftJoin('project', 'project.id', 'reader.project_id')
          .select(['reader.user_id as userId', 'reader.name', 'reader.project_id as projectId'])
          .select(['reader.place', 'reader.at', 'user_account.name as user', 'project.name as project'])
          .where('reader.at', '>', now - READER_GONE_MS)
          .$if(userId !== undefined, (readers) => readers.where('reader.user_id', '=', userId ?? 0))
          // A reader whose only project was deleted has nothing to read.
          .where((row) => row.or([row('reader.project_id', 'is', null), row('project.id', 'is not', null)]))
          .orderBy('user_account.name')
          .orderBy('reader.name')
          .execute(),
      ),
    note: ({ userId, name, projectId, place, at }: FeedReader) =>
      database.write(async ({ db }) => {
        const known = await db
          .selectFrom('user_account')
          .select('id')
          .where('id', '=', userId)
          .executeTakeFirst();
        // The user was removed after the request was authorized.
        if (known === undefined) return;
        await db
          .insertInto('feed_reader')
          .values({ user_id: userId, name: storableText(name), project_id: projectId, place, at })
          // A reader may go back: it then needs the later changes again.
          .onConflict((conflict) =>
            conflict.columns(['user_id', 'name']).doUpdateSet({ project_id: projectId, place, at }),
          )
          .execute();
      }),
    /** False when there is none of this name. */
    remove: (userId: number, name: string) =>
      database.write(async ({ db }) => {
        const removed = await db
          .deleteFrom('feed_reader')
          .where('user_id', '=', userId)
          .where('name', '=', storableText(name))
          .returning('user_id')
          .executeTakeFirst();
        return removed !== undefined;
      }),
    /**
     * The lowest id of a run with changes of the project that some reader has not read yet, or that have no position yet. Null when all readers have
     * read all changes, or when there are no readers.
     */
    firstUnread: (projectId: number, now: number) =>
      database.read(async (db) => {
        const slowest = await db
          .selectFrom('feed_reader as reader')
          .innerJoin('user_account', 'user_account.id', 'reader.user_id')
          .leftJoin('project_access as share', (join) =>
            join.onRef('share.user_id', '=', 'reader.user_id').on('share.project_id', '=', projectId),
          )
          .select((row) => row.fn.min('reader.place').as('place'))
          .where('reader.at', '>', now - READER_GONE_MS)
          .where((row) =>
            row.or([row('reader.project_id', 'is', null), row('reader.project_id', '=', projectId)]),
          )
          // As in `accessTo`: administrators see every project, other users those that are shared with them.
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
          .where((change) => change.or([change('position', '>', place), change('position', 'is', null)]))
          .executeTakeFirst();
        return row?.run ?? null;
      }),
  };
}

const tables = [feedReaderTable] as const;

declare module '../../../database/schema.ts' {
  interface Tables extends TablesOf<typeof tables> {}
}

export const changeFeedPart: StorePart = {
  name: 'change-feed',
  version: 1,
  tables,
  assemble: ({ database }) => ({ readers: feedReaders(database) }),
  writes: {
    readers: ['note', 'remove'],
  },
};
