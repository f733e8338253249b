import type { Database } from '../database.ts';
import type { Migration } from '../migration.ts';
import { storableText } from '../storable-text.ts';
import type { RobotsCache } from '../store.ts';

export const createRobots: Migration = async (db, { integer, text }) => {
  await db.schema
    .createTable('robots')
    .addColumn('origin', text, (column) => column.primaryKey())
    .addColumn('fetched_at', integer, (column) => column.notNull())
    .addColumn('status', integer)
    .addColumn('body', text, (column) => column.notNull())
    .addColumn('final_url', text)
    .execute();
};

export function robots(database: Database): RobotsCache {
  return {
    find: (origin) =>
      database.read(async (db) => {
        const row = await db
          .selectFrom('robots')
          .selectAll()
          .where('origin', '=', storableText(origin))
          .executeTakeFirst();
        if (row === undefined) return null;
        const { fetched_at: fetchedAt, final_url: finalUrl, status, body } = row;
        return { origin: row.origin, fetchedAt, status, body, finalUrl };
      }),
    keep: (record) =>
      database.write(async ({ db }) => {
        const fresh = {
          fetched_at: record.fetchedAt,
          status: record.status,
          body: storableText(record.body),
          final_url: record.finalUrl === null ? null : storableText(record.finalUrl),
        };
        await db
          .insertInto('robots')
          .values({ origin: storableText(record.origin), ...fresh })
          .onConflict((conflict) => conflict.column('origin').doUpdateSet(fresh))
          .execute();
      }),
  };
}
