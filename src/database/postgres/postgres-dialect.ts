import { crc32 } from 'node:zlib';
import { CompiledQuery, sql, type Transaction } from 'kysely';
import {
  type AlikeRows,
  type BulkRow,
  type BulkStatement,
  type BulkValue,
  type ColumnType,
  copySql,
  type Dialect,
  deleteSql,
  insertSql,
  updateSql,
} from '../database.ts';
import type { Tables } from '../schema.ts';
import { databaseNow } from './database-now.ts';

/** "tide" in ASCII. Other programs that share the database must not use the same number for their locks. */
export const advisoryClass = 0x74_69_64_65;

export const postgresDialect: Dialect = {
  isShared: true,
  integer: 'bigint',
  // Order by bytes, whatever the server's locale is.
  text: sql`text collate "C"`,
  bytes: 'bytea',
  now: databaseNow,
  hex: (column) => sql<string>`encode(${sql.ref(column)}, 'hex')`,
  async hasTable(db, name) {
    // Not to_regclass(), which may answer from a cache that is older than the lock just waited for.
    const found = await sql`select 1 from pg_tables
      where schemaname = current_schema() and tablename = ${name}`.execute(db);
    return found.rows.length > 0;
  },
  async lockSchema(db) {
    // Project ids start at 1, so 0 is free.
    await sql`select pg_advisory_xact_lock(${sql.lit(advisoryClass)}, 0)`.execute(db);
  },
  async lock(db, name) {
    // Negative keys: no project has one.
    const key = -1 - (crc32(name) >>> 2);
    await sql`select pg_advisory_xact_lock(${sql.lit(advisoryClass)}, ${sql.lit(key)})`.execute(db);
  },
  async databaseBytes(db) {
    const { rows } = await sql<{
      bytes: number;
    }>`select pg_database_size(current_database()) as bytes`.execute(db);
    return rows[0]?.bytes ?? 0;
  },
  async refuseChanges(db, table) {
    const name = sql.id(`refuse_changes_of_${table}`);
    await sql`create function ${name}() returns trigger language plpgsql as
      $$ begin raise exception 'lines are never changed or removed here'; end $$`.execute(db);
    await sql`create trigger ${name} before update or delete or truncate on ${sql.table(table)}
      for each statement execute function ${name}()`.execute(db);
  },
  async lockTables(db, tables) {
    const names = sql.join(tables.map((name) => sql.table(name)));
    await sql`lock table ${names} in share row exclusive mode`.execute(db);
  },
};

const typeNames: Readonly<Record<ColumnType, string>> = {
  integer: 'bigint',
  text: 'text',
  bytes: 'bytea',
  blob: 'bytea',
};

type Columns = readonly (readonly [string, ColumnType])[];

interface GivenRows {
  /** A table expression, called `given`. */
  readonly table: string;
  readonly parameters: readonly unknown[];
}

/** One array per column: the text of the statement is the same for any number of rows. */
function asArrays(columns: Columns, rows: readonly BulkRow[]): GivenRows {
  const names = columns.map(([name]) => name).join(', ');
  const arrays = columns.map(([, type], place) => `$${place + 1}::${typeNames[type]}[]`).join(', ');
  return {
    table: `unnest(${arrays}) AS given (${names})`,
    parameters: columns.map((_, place) => rows.map((row) => asBuffer(row[place] ?? null))),
  };
}

/** A list of rows with binary parameters. Arrays are sent as text, in which a body would double in size. */
function asList(columns: Columns, rows: readonly BulkRow[]): GivenRows {
  const names = columns.map(([name]) => name).join(', ');
  const tuples = rows.map((_, row) => {
    const first = row * columns.length + 1;
    return `(${columns.map(([, type], place) => `$${first + place}::${typeNames[type]}`).join(', ')})`;
  });
  return {
    table: `(VALUES ${tuples.join(', ')}) AS given (${names})`,
    parameters: rows.flatMap((row) => row.map(asBuffer)),
  };
}

/** The driver sends a Buffer as bytes; any other Uint8Array inside an array would become text. */
function asBuffer(value: BulkValue): Exclude<BulkValue, Uint8Array> | Buffer {
  if (!(value instanceof Uint8Array)) return value;
  return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
}

/** All rows in one list: one statement takes them, alike or not. */
export const expandedRows = (alike: readonly AlikeRows[]): readonly BulkRow[] =>
  alike.flatMap(({ ids, shared }) => ids.map((id) => [id, ...shared]));

/** The protocol counts parameters in 16 bits, and the server holds a whole message in memory. */
const bodiesPerStatement = 64;

export async function postgresBulk(
  db: Transaction<Tables>,
  statement: BulkStatement,
  rows: readonly BulkRow[],
): Promise<void> {
  const columns = Object.entries(statement.given);
  const hasBodies = columns.some(([, type]) => type === 'blob');
  const most = hasBodies ? bodiesPerStatement : rows.length;
  for (let start = 0; start < rows.length; start += most) {
    const part = rows.slice(start, start + most);
    const given = hasBodies ? asList(columns, part) : asArrays(columns, part);
    await db.executeQuery(CompiledQuery.raw(sqlOf(statement, given), [...given.parameters]));
  }
}

function sqlOf(statement: BulkStatement, { table }: GivenRows): string {
  switch (statement.kind) {
    case 'insert':
      return insertSql(statement, `SELECT * FROM ${table}`);
    case 'update':
      return updateSql(statement, table);
    case 'copy':
      return copySql(statement, table);
    case 'delete':
      return deleteSql(statement, table);
  }
}
