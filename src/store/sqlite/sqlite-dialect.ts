import { sql } from 'kysely';
import type { Dialect } from '../database.ts';

export const sqliteDialect: Dialect = {
  kind: 'sqlite',
  integer: 'integer',
  // SQLite's default collation, BINARY, compares bytes.
  text: 'text',
  bytes: 'blob',
  hex: (column) => sql<string>`hex(${sql.ref(column)})`,
  async hasTable(db, name) {
    const found = await sql`select 1 from sqlite_schema where type = 'table' and name = ${name}`.execute(db);
    return found.rows.length > 0;
  },
  // The folder has one writer.
  lockSchema: async () => undefined,
  lockContents: async () => undefined,
};
