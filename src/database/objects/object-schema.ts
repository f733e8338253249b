import { sql } from 'kysely';
import type { Migration } from '../database.ts';

/** On SQLite the table stays empty: one machine has its folder. */
export const createBodyObject: Migration = async (db, { integer, text }) => {
  await db.schema
    .createTable('body_object')
    .addColumn('id', integer, (column) => column.primaryKey())
    .addColumn('key', text, (column) => column.notNull())
    .addColumn('named_at', integer, (column) => column.notNull())
    .addColumn('given_up', integer, (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema
    .createIndex('body_object_given_up')
    .on('body_object')
    .column('id')
    .where(sql<boolean>`given_up = 1`)
    .execute();
  await db.schema.alterTable('content').addColumn('object_id', integer).execute();
  await db.schema.alterTable('content').addColumn('object_offset', integer).execute();
  await db.schema
    .createIndex('content_object')
    .on('content')
    .column('object_id')
    .where('object_id', 'is not', null)
    .execute();
  await db.insertInto('id_block').values({ name: 'body_object', next: 1 }).execute();
};
