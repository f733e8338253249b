import { type Generated, sql, type Transaction } from 'kysely';
import type { BulkInsert, BulkRow, BulkValue, ColumnType, Dialect } from './database.ts';
import type { Tables } from './schema.ts';
import { storableText } from './tables/storable-text.ts';

/** A column of a table: `Stored` in rows, `Value` in records. Not null unless it says so. */
export interface Column<Stored = unknown, Value = Stored> {
  readonly type: ColumnType;
  readonly isNull?: true;
  readonly default?: number;
  /** `table.column`: the row is deleted with the row that it refers to. */
  readonly references?: string;
  /** Whether the column holds the hash of a content, which is kept as long as a row names it. */
  readonly namesContent?: true;
  /** The schema version of the part that added the column. Default: that of its table. */
  readonly since?: number;
  /** Converts between the value in a record and the stored value. Without them, both are the same. */
  readonly encode?: (value: never) => BulkValue;
  readonly decode?: (stored: never) => unknown;
  /** Only for the compiler. */
  readonly stored?: Stored;
  readonly value?: Value;
}

export const integer: Column<number> = { type: 'integer' };
/** A duration; in records it may have a fraction. */
export const milliseconds: Column<number> = { type: 'integer', encode: Math.round };
export const text: Column<string> = { type: 'text', encode: storableText };
export const bytes: Column<Uint8Array> = { type: 'bytes' };
/** Bytes that may be many: a body. */
export const blob: Column<Uint8Array> = { type: 'blob' };
/** 0 or 1. */
export const bit: Column<0 | 1> = { type: 'integer' };
/** Text that is one of a few words. */
export const textOf = <Word extends string>(): Column<Word> => ({ type: 'text' });
/** `JSON.stringify` escapes NUL and lone surrogates, so that strings come back exactly as they were. */
export const json = <Value>(): Column<string, Value> => ({
  type: 'text',
  encode: JSON.stringify,
  decode: JSON.parse,
});
/** The same for a list that is empty most of the time, which is stored as null. */
export const jsonList = <Item>(): Column<string | null, readonly Item[]> => ({
  type: 'text',
  isNull: true,
  encode: (items: readonly Item[]) => (items.length === 0 ? null : JSON.stringify(items)),
  decode: (stored: string | null) => (stored === null ? [] : JSON.parse(stored)),
});
export const orNull = <Stored, Value>({
  encode,
  decode,
  ...column
}: Column<Stored, Value>): Column<Stored | null, Value | null> => ({
  ...(column as Omit<Column, 'stored' | 'value'>),
  isNull: true,
  ...(encode !== undefined && { encode: (value) => (value === null ? null : encode(value)) }),
  ...(decode !== undefined && { decode: (stored) => (stored === null ? null : decode(stored)) }),
});
export const withDefault = <Value extends number>(
  column: Column<Value>,
  value: Value,
): Column<Generated<Value>, Value> =>
  ({ ...column, default: value }) as Column<unknown, Value> as Column<Generated<Value>, Value>;
export const references = <Stored, Value>(
  column: Column<Stored, Value>,
  other: string,
): Column<Stored, Value> => ({ ...column, references: other });
export const namesContent = <Stored, Value>(column: Column<Stored, Value>): Column<Stored, Value> => ({
  ...column,
  namesContent: true,
});
/** For columns that are added later: `since(2, orNull(text))`. Existing rows get null, or the default. */
export const since = <Stored, Value>(
  version: number,
  column: Column<Stored, Value>,
): Column<Stored, Value> => ({ ...column, since: version });

type Columns = Readonly<Record<string, Column>>;

interface TableFacts<Name extends string> {
  readonly key: readonly Name[];
  /** Each without CREATE: `UNIQUE INDEX run_number ON run (project_id, number)`. */
  readonly indexes?: readonly string[];
  /** Whether `takeIds` assigns its ids. */
  readonly takesIds?: true;
  /** False for rows that are made again automatically, or that must not come back: they are in no backup. */
  readonly backup?: false;
  /** Whether a row keeps the version with its `run_id` and `page_id` from being removed. */
  readonly isEvidence?: true;
  /** The schema version of the part that added the table. Default: 1. */
  readonly since?: number;
}

/** The single definition of a table. Row and record types, CREATE TABLE, bulk inserts, selections, backups, and deletion with a project follow from it. */
export interface Table<C extends Columns = Columns, Name extends string = keyof Tables>
  extends TableFacts<string> {
  readonly name: Name;
  readonly columns: C;
}

export const table = <Name extends string, C extends Columns>(
  name: Name,
  columns: C,
  facts: TableFacts<keyof C & string>,
): Table<C, Name> => ({ name, columns, ...facts });

/** A row, as queries see it. */
export type RowOf<T extends Table<Columns, string>> = {
  readonly [Name in keyof T['columns']]: T['columns'][Name] extends Column<infer Stored, infer _>
    ? Stored
    : never;
};

/** What a part adds to the whole schema: `interface Tables extends TablesOf<typeof tables> {}`. */
export type TablesOf<All extends readonly Table<Columns, string>[]> = {
  readonly [One in All[number] as One['name']]: RowOf<One>;
};

type NameOf<T extends Table> = keyof T['columns'] & string;

/** `error_code` is `errorCode` in records. */
type PropertyOf<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<PropertyOf<Tail>>}`
  : Name;

const propertyOf = (name: string): string =>
  name.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());

/** A row as the program uses it. */
export type RecordOf<T extends Table> = {
  readonly [Name in NameOf<T> as PropertyOf<Name>]: T['columns'][Name] extends Column<infer _, infer Value>
    ? Value
    : never;
};

/** Selects columns of a table under the names that records have: `db.selectFrom('visit').select(fieldsOf(visitTable))`. */
export function fieldsOf<T extends Table, Without extends NameOf<T> = never>(
  { name, columns }: T,
  ...without: readonly Without[]
) {
  const left: readonly string[] = without;
  const names = Object.keys(columns).filter((column) => !left.includes(column));
  return names.map((column) => `${name}.${column} as ${propertyOf(column)}`) as unknown as readonly {
    [Name in NameOf<T>]: `${T['name']}.${Name} as ${PropertyOf<Name>}`;
  }[Exclude<NameOf<T>, Without>][];
}

type Decoded<T extends Table, Row> = Omit<Row, keyof RecordOf<T>> &
  Pick<RecordOf<T>, keyof RecordOf<T> & keyof Row>;

/** Turns rows that were selected by `fieldsOf`, with other columns beside them, into records. */
export function recordsOf<T extends Table, Row extends object>(
  { columns }: T,
  rows: readonly Row[],
): readonly Decoded<T, Row>[] {
  const [first = {}] = rows;
  for (const [name, { decode }] of Object.entries(columns)) {
    const property = propertyOf(name);
    if (decode === undefined || !(property in first)) continue;
    // In place: the rows come from the driver, and no other code uses them.
    for (const row of rows as readonly Record<string, never>[])
      row[property] = decode(row[property] as never) as never;
  }
  return rows as unknown as readonly Decoded<T, Row>[];
}

type InCamelCase<Row> = { readonly [Name in keyof Row & string as PropertyOf<Name>]: Row[Name] };
type ColumnOf<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${ColumnOf<Rest>}`
  : Name;
type InSnakeCase<Fields> = { readonly [Name in keyof Fields & string as ColumnOf<Name>]: Fields[Name] };

const renamed = (row: object, rename: (name: string) => string): object =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [rename(name), value]));

/** Converts a row of columns without codecs, as `selectAll` and `returningAll` return it, into a record. */
export const toRecord = <Row extends object>(row: Row): InCamelCase<Row> =>
  renamed(row, propertyOf) as InCamelCase<Row>;
/** The other way round, for `values`. */
export const toRow = <Fields extends object>(fields: Fields): InSnakeCase<Fields> =>
  renamed(fields, (name) =>
    name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  ) as InSnakeCase<Fields>;

interface InsertOptions<Shared, Without> {
  /** Columns whose values do not come from records. */
  readonly shared?: readonly Shared[];
  /** Columns that the statement leaves empty. */
  readonly without?: readonly Without[];
  readonly conflict?: string;
}

type Fields<T extends Table, Name extends string> = Pick<RecordOf<T>, PropertyOf<Name> & keyof RecordOf<T>>;

/** A statement that inserts records, with their columns in the order of the definition. */
export interface InsertOf<T extends Table, Shared extends NameOf<T>, Without extends NameOf<T>>
  extends BulkInsert {
  row(record: Fields<T, Exclude<NameOf<T>, Shared | Without>>, shared: Fields<T, Shared>): BulkRow;
  rows(
    records: readonly Fields<T, Exclude<NameOf<T>, Shared | Without>>[],
    ...shared: [Shared] extends [never] ? [] : [Fields<T, Shared>]
  ): readonly BulkRow[];
}

export function insertInto<
  T extends Table,
  Shared extends NameOf<T> = never,
  Without extends NameOf<T> = never,
>(
  { name, columns }: T,
  { shared = [], without = [], conflict = '' }: InsertOptions<Shared, Without> = {},
): InsertOf<T, Shared, Without> {
  const left: readonly string[] = without;
  const given = Object.entries<Column>(columns).filter(([column]) => !left.includes(column));
  const row = rowFunction(given, shared);
  return {
    kind: 'insert',
    table: name,
    given: Object.fromEntries(given.map(([column, { type }]) => [column, type])),
    conflict,
    row,
    rows: (records, ...[same = {}]: readonly object[]) => records.map((record) => row(record, same)),
  };
}

/**
 * Compiled code: a loop over the columns takes twice as long as an array that names them (41 and 22 ms of processor time for 100,000
 * visits). The names come from definitions, never from outside.
 */
function rowFunction(given: readonly (readonly [string, Column])[], shared: readonly string[]) {
  const cells = given.map(([column, { encode }], at) => {
    const cell = `${shared.includes(column) ? 'shared' : 'record'}.${propertyOf(column)}`;
    return encode === undefined ? cell : `encode[${at}](${cell})`;
  });
  const encoders = given.map(([, { encode }]) => encode);
  // Most statements are never used in a run.
  let compiled: ((...given: readonly unknown[]) => BulkRow) | null = null;
  return (record: object, same: object): BulkRow => {
    compiled ??= new Function(
      'encode',
      'record',
      'shared',
      `return [${cells.join(', ')}];`,
    ) as unknown as typeof compiled;
    return (compiled as NonNullable<typeof compiled>)(encoders, record, same);
  };
}

/** Migrates a table from one schema version of its part to the next: creates it, adds columns to it, or leaves it unchanged. */
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

/** How to find the rows of a table by their project: by their own `project_id`, or through the table that their column names. */
interface OfProject {
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
