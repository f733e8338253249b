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
    const found = await sql<{ found: boolean }>`select to_regclass(${name}) is not null as found`.execute(db);
    return found.rows[0]?.found === true;
  },
  async lockSchema(db) {
    // Project ids start at 1, so 0 is free.
    await sql`select pg_advisory_xact_lock(${sql.lit(advisoryClass)}, 0)`.execute(db);
  },
};
