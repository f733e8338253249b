import { CompiledQuery, type Transaction } from 'kysely';
import {
  type BulkRow,
  type BulkStatement,
  type BulkValue,
  type ColumnType,
  insertSql,
  updateSql,
} from '../bulk.ts';
import type { Tables } from '../schema.ts';

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

/** One array a column: the statement's text is the same for any number of rows. */
function asArrays(columns: Columns, rows: readonly BulkRow[]): GivenRows {
  const names = columns.map(([name]) => name).join(', ');
  const arrays = columns.map(([, type], place) => `$${place + 1}::${typeNames[type]}[]`).join(', ');
  return {
    table: `unnest(${arrays}) AS given (${names})`,
    parameters: columns.map((_, place) => rows.map((row) => asBuffer(row[place] ?? null))),
  };
}

/** A list of rows. Arrays travel as text, in which a body would double in size; these parameters are binary. */
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

/** The driver knows a Buffer as binary; another Uint8Array inside an array it would take for text. */
function asBuffer(value: BulkValue): Exclude<BulkValue, Uint8Array> | Buffer {
  if (!(value instanceof Uint8Array)) return value;
  return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
}

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
    const sql =
      statement.kind === 'insert'
        ? insertSql(statement, `SELECT * FROM ${given.table}`)
        : updateSql(statement, given.table);
    await db.executeQuery(CompiledQuery.raw(sql, [...given.parameters]));
  }
}
