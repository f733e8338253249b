import { type Generated, sql, type Transaction } from 'kysely';
import type { BulkInsert, ColumnType, Dialect } from './database.ts';
import type { Tables } from './schema.ts';

/** A column of a table. Not null unless it says so. */
export interface Column<Value = unknown> {
  readonly type: ColumnType;
  readonly isNull?: true;
  readonly default?: number;
  /** `table.column`: the row goes when that one goes. */
  readonly references?: string;
  /** Whether it holds the hash of a content, which stays for as long as a row names it. */
  readonly namesContent?: true;
  /** The schema version of the part that brought it. Default: that of its table. */
  readonly since?: number;
  /** What queries read; there is no such property. */
  readonly value?: Value;
}

export const integer: Column<number> = { type: 'integer' };
export const text: Column<string> = { type: 'text' };
export const bytes: Column<Uint8Array> = { type: 'bytes' };
/** Bytes that may be many: a body. */
export const blob: Column<Uint8Array> = { type: 'blob' };
/** 0 or 1. */
export const bit: Column<0 | 1> = { type: 'integer' };
/** Text that is one of a few words. */
export const textOf = <Word extends string>(): Column<Word> => ({ type: 'text' });
export const orNull = <Value>(column: Column<Value>): Column<Value | null> =>
  ({ ...column, isNull: true }) as Column<Value | null>;
export const withDefault = <Value extends number>(
  column: Column<Value>,
  value: Value,
): Column<Generated<Value>> => ({ ...column, default: value }) as Column<unknown> as Column<Generated<Value>>;
export const references = <Value>(column: Column<Value>, other: string): Column<Value> => ({
  ...column,
  references: other,
});
export const namesContent = <Value>(column: Column<Value>): Column<Value> => ({
  ...column,
  namesContent: true,
});
/** For columns that are added later: `since(2, orNull(text))`. Rows that are there get null, or the default. */
export const since = <Value>(version: number, column: Column<Value>): Column<Value> => ({
  ...column,
  since: version,
});

type Columns = Readonly<Record<string, Column>>;

interface TableFacts<Name extends string> {
  readonly key: readonly Name[];
  /** Each without CREATE: `UNIQUE INDEX run_number ON run (project_id, number)`. */
  readonly indexes?: readonly string[];
  /** Whether `takeIds` hands out its ids. */
  readonly takesIds?: true;
  /** What is made again by itself, or must not come back to life, is in no backup. */
  readonly backup?: false;
  /** Whether a row keeps the version with its `run_id` and `page_id` from being tidied away. */
  readonly isEvidence?: true;
  /** The schema version of the part that brought it. Default: 1. */
  readonly since?: number;
}

/** The one definition of a table: row types, CREATE TABLE, bulk inserts, backups, and what goes with a project follow from it. */
export interface Table<C extends Columns = Columns> extends TableFacts<string> {
  readonly name: keyof Tables;
  readonly columns: C;
}

export const table = <C extends Columns>(
  name: keyof Tables,
  columns: C,
  facts: TableFacts<keyof C & string>,
): Table<C> => ({ name, columns, ...facts });

/** A row, as queries see it. */
export type RowOf<T extends Table> = {
  readonly [Name in keyof T['columns']]: T['columns'][Name] extends Column<infer Value> ? Value : never;
};

interface InsertOptions<C extends Columns> {
  /** Columns that the statement leaves empty. */
  readonly without?: readonly (keyof C & string)[];
  readonly conflict?: string;
}

/** The statement that inserts rows with their columns in the order of the definition. */
export function insertInto<C extends Columns>(
  { name, columns }: Table<C>,
  { without = [], conflict = '' }: InsertOptions<C> = {},
): BulkInsert {
  const left: readonly string[] = without;
  const names = Object.keys(columns).filter((column) => !left.includes(column));
  const given = Object.fromEntries(names.map((column) => [column, columns[column]?.type ?? 'text']));
  return { kind: 'insert', table: name, given, conflict };
}

/** Brings a table from one schema version of its part to the next: creates it, adds columns to it, or leaves it alone. */
export async function bringTable(
  db: Transaction<Tables>,
  dialect: Dialect,
  definition: Table,
  version: number,
): Promise<void> {
  const { name, columns, key, indexes = [], takesIds, since: first = 1 } = definition;
  const added = Object.entries(columns).filter(([, column]) => (column.since ?? first) === version);
  if (first !== version) {
    for (const [column, of] of added)
      await sql`ALTER TABLE ${sql.table(name)} ADD COLUMN ${columnSql(column, of, dialect)}`.execute(db);
    return;
  }
  const parts = added.map(([column, of]) => columnSql(column, of, dialect));
  const keyColumns = sql.join(key.map((column) => sql.ref(column)));
  await sql`CREATE TABLE ${sql.table(name)} (${sql.join(parts)},
    CONSTRAINT ${sql.id(`${name}_key`)} PRIMARY KEY (${keyColumns}))`.execute(db);
  for (const index of indexes) await sql`CREATE ${sql.raw(index)}`.execute(db);
  if (takesIds) await db.insertInto('id_block').values({ name, next: 1 }).execute();
}

function columnSql(name: string, column: Column, dialect: Dialect) {
  const type = column.type === 'blob' ? dialect.bytes : dialect[column.type];
  const [other = '', key = ''] = column.references?.split('.') ?? [];
  return sql.join(
    [
      sql.ref(name),
      typeof type === 'string' ? sql.raw(type) : type,
      ...(column.isNull ? [] : [sql`NOT NULL`]),
      ...(column.default === undefined ? [] : [sql`DEFAULT ${sql.lit(column.default)}`]),
      ...(other === '' ? [] : [sql`REFERENCES ${sql.table(other)} (${sql.ref(key)}) ON DELETE CASCADE`]),
    ],
    sql` `,
  );
}

/** How rows of a table are found by their project: by their own `project_id`, or through the table that their column names. */
export interface OfProject {
  readonly table: keyof Tables;
  readonly column: string;
  /** The table whose id the column has; null when it is the id of the project. */
  readonly through: keyof Tables | null;
}

/** The tables whose rows belong to a project, in an order in which they can be emptied. */
export function tablesOfProjects(tables: readonly Table[]): readonly OfProject[] {
  const direct = tables.filter(({ columns }) => 'project_id' in columns);
  const found = tables.flatMap(({ name, columns }): readonly OfProject[] => {
    if ('project_id' in columns) return [{ table: name, column: 'project_id', through: null }];
    const owner = direct.find((other) => `${other.name}_id` in columns);
    return owner === undefined ? [] : [{ table: name, column: `${owner.name}_id`, through: owner.name }];
  });
  return found.toSorted((a, b) => Number(a.through === null) - Number(b.through === null));
}
