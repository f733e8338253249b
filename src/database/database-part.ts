import { randomUUID } from 'node:crypto';
import type { CallPlaces, StorePart } from './store-part.ts';
import { contents } from './tables/content.ts';
import {
  bodyObjectTable,
  contentPartTable,
  contentTable,
  idBlockTable,
  metaTable,
} from './tables/database-tables.ts';

/** Facts about the database itself, ids, and bodies. The first part of every store. */
export const databasePart: StorePart = {
  name: 'database',
  version: 1,
  tables: [metaTable, idBlockTable, bodyObjectTable, contentTable, contentPartTable],
  steps: {
    1: async (db) => {
      await db.insertInto('meta').values({ key: 'instance_id', value: randomUUID() }).execute();
    },
  },
  assemble: ({ database, bodies }) => ({ contents: contents(database, bodies) }),
  calls: { contents: { read: 'here', has: 'here' } } satisfies CallPlaces<'contents'>,
};
