import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { sql } from 'kysely';
import {
  type AlikeRows,
  type BulkCopy,
  type BulkRow,
  type BulkStatement,
  type BulkUpdate,
  copySql,
  type Dialect,
  deleteSql,
  insertSql,
  updateSql,
} from '../database.ts';

export const sqliteDialect: Dialect = {
  isShared: false,
  integer: 'integer',
  // SQLite's default collation, BINARY, compares bytes.
  text: 'text',
  bytes: 'blob',
  now: sql<number>`cast(unixepoch('subsec') * 1000 as integer)`,
  hex: (column) => sql<string>`hex(${sql.ref(column)})`,
  async hasTable(db, name) {
    const found = await sql`select 1 from sqlite_schema where type = 'table' and name = ${name}`.execute(db);
    return found.rows.length > 0;
  },
  // The folder has one writer.
  lockSchema: async () => undefined,
  lockTables: async () => undefined,
  lock: async () => undefined,
  async databaseBytes(db) {
    const { rows } = await sql<{ bytes: number }>`
      select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`.execute(db);
    return rows[0]?.bytes ?? 0;
  },
  async refuseChanges(db, table) {
    for (const change of ['update', 'delete'])
      await sql`create trigger ${sql.id(`refuse_${change}_of_${table}`)} before ${sql.raw(change)} on ${sql.table(table)}
        begin select raise(abort, 'lines are never changed or removed here'); end`.execute(db);
  },
};

function sqlOf(statement: BulkStatement): string {
  const columns = Object.keys(statement.given);
  if (statement.kind === 'insert')
    return insertSql(statement, `VALUES (${columns.map(() => '?').join(', ')})`);
  const given = `(SELECT ${columns.map((column) => `? AS ${column}`).join(', ')}) AS given`;
  switch (statement.kind) {
    case 'update':
      return updateSql(statement, given);
    case 'copy':
      return copySql(statement, given);
    case 'delete':
      return deleteSql(statement, given);
  }
}

function sqlOfAlike(statement: BulkUpdate | BulkCopy): string {
  const [id, ...shared] = Object.keys(statement.given);
  const columns = [`value AS ${id}`, ...shared.map((column, place) => `?${place + 2} AS ${column}`)];
  const given = `(SELECT ${columns.join(', ')} FROM json_each(?1)) AS given`;
  return statement.kind === 'update' ? updateSql(statement, given) : copySql(statement, given);
}

/** Runs bulk statements once per row, each prepared once for the life of the connection. */
export function sqliteBulk(database: DatabaseSync) {
  const prepare = preparedOnce(database, sqlOf);
  return (statement: BulkStatement, rows: readonly BulkRow[]): void => {
    const ready = prepare(statement);
    for (const row of rows) ready.run(...row);
  };
}

/** Runs bulk statements once for all rows that are alike: this takes a third of the time of one by one. */
export function sqliteBulkAlike(database: DatabaseSync) {
  const prepare = preparedOnce(database, sqlOfAlike);
  return (statement: BulkUpdate | BulkCopy, rows: readonly AlikeRows[]): void => {
    const ready = prepare(statement);
    for (const { ids, shared } of rows) ready.run(JSON.stringify(ids), ...shared);
  };
}

function preparedOnce<S>(database: DatabaseSync, sqlFor: (statement: S) => string) {
  const prepared = new Map<S, StatementSync>();
  return (statement: S): StatementSync => {
    const known = prepared.get(statement);
    if (known !== undefined) return known;
    const ready = database.prepare(sqlFor(statement));
    prepared.set(statement, ready);
    return ready;
  };
}
