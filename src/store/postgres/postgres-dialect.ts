import { sql } from 'kysely';
import type { Dialect } from '../database.ts';

/** Any number does, as long as no other program that shares the database takes the same ("tide" in ASCII). */
export const advisoryClass = 0x74_69_64_65;

export const postgresDialect: Dialect = {
  kind: 'postgres',
  integer: 'bigint',
  // Order by bytes, whatever the server's locale is.
  text: sql`text collate "C"`,
  bytes: 'bytea',
  hex: (column) => sql<string>`encode(${sql.ref(column)}, 'hex')`,
  async hasTable(db, name) {
    // Not to_regclass(): it may answer from a cache that is older than the lock we have just waited for.
    const found = await sql`select 1 from pg_tables
      where schemaname = current_schema() and tablename = ${name}`.execute(db);
    return found.rows.length > 0;
  },
  async lockSchema(db) {
    // Project ids start at 1, so 0 is free.
    await sql`select pg_advisory_xact_lock(${sql.lit(advisoryClass)}, 0)`.execute(db);
  },
  async lockContents(db) {
    // In the order in which commits write them.
    await sql`lock table content, visit in share row exclusive mode`.execute(db);
  },
};
