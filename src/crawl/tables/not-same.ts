import { type SqlBool, sql } from 'kysely';

/** For queries about visits that found something. SQLite uses the index only where its condition is written as it is there. */
export const isNotSame = sql<SqlBool>`visit.flag <> 'SAM'`;

/** The order of pages, as a sum that no index has: SQLite would walk through all visits of the run only to have it sorted. */
export const inPageOrder = sql`+visit.page_id`;
