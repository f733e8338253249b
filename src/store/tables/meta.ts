import { randomUUID } from 'node:crypto';
import type { Migration } from '../migration.ts';

export const createMeta: Migration = async (db, { text }) => {
  await db.schema
    .createTable('meta')
    .addColumn('key', text, (column) => column.primaryKey())
    .addColumn('value', text, (column) => column.notNull())
    .execute();
  await db.insertInto('meta').values({ key: 'instance_id', value: randomUUID() }).execute();
};
