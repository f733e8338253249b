import { randomUUID } from 'node:crypto';
import type { StorePart } from './store-part.ts';
import type { TablesOf } from './table.ts';
import { contents } from './tables/content.ts';
import {
  bodyObjectTable,
  contentPartTable,
  contentTable,
  idBlockTable,
  metaTable,
} from './tables/database-tables.ts';

const tables = [metaTable, idBlockTable, bodyObjectTable, contentTable, contentPartTable] as const;

declare module './schema.ts' {
  interface Tables extends TablesOf<typeof tables> {}
}

/** Facts about the database itself, ids, and bodies. The first part of every store. */
export const databasePart: StorePart = {
  name: 'database',
  version: 1,
  tables,
  steps: {
    1: async (db) => {
      await db.insertInto('meta').values({ key: 'instance_id', value: randomUUID() }).execute();
    },
  },
  assemble: ({ database, bodies }) => ({ contents: contents(database, bodies) }),
};
