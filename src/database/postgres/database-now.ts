import { sql } from 'kysely';

/** The time of the PostgreSQL server in milliseconds since 1970: the one clock that all machines share. */
export const databaseNow = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`;
