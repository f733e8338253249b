import { type SqlBool, sql } from 'kysely';
import type { Migration } from '../../database/database.ts';

/** Most visits find nothing new: what the others found is read without them, and they cost no index. */
export const indexNews: Migration = async (db) => {
  await sql`CREATE INDEX visit_news ON visit (run_id, flag, page_id) WHERE flag <> 'SAM'`.execute(db);
};

/** For queries about visits that found something. SQLite uses the index only where its condition is written as it is there. */
export const isNews = sql<SqlBool>`visit.flag <> 'SAM'`;

/** The order of pages, as a sum that no index has: SQLite would walk through all visits of the run only to have it sorted. */
export const inPageOrder = sql`+visit.page_id`;
