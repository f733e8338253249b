import type { ColumnDataType, Kysely, RawBuilder, Transaction } from 'kysely';
import type { Tables } from './schema.ts';
import type { ProjectClaim } from './store.ts';

/** The differences between the databases; everything else is the same SQL. */
export interface Dialect {
  /** Whether several machines can use the database at the same time. */
  readonly isShared: boolean;
  /** Column types. Text is ordered by bytes on both, as COLLATE "C" does. */
  readonly integer: ColumnDataType | RawBuilder<unknown>;
  readonly text: ColumnDataType | RawBuilder<unknown>;
  readonly bytes: ColumnDataType | RawBuilder<unknown>;
  /** The time of the database in milliseconds since 1970: the one clock that all processes share. */
  readonly now: RawBuilder<number>;
  /** An expression for the hexadecimal text of a byte column, in upper or lower case. */
  hex(column: string): RawBuilder<string>;
  /** Whether our own schema has the table; another schema of the same server does not count. */
  hasTable(db: Kysely<Tables>, name: keyof Tables): Promise<boolean>;
  /** Makes other processes that want to change the schema wait until the transaction ends. */
  lockSchema(db: Transaction<Tables>): Promise<void>;
  /** Makes other processes that write to the tables wait until the transaction ends. */
  lockTables(db: Transaction<Tables>, tables: readonly (keyof Tables)[]): Promise<void>;
  /** Makes other processes that ask for the lock of that name wait until the transaction ends. */
  lock(db: Transaction<Tables>, name: string): Promise<void>;
  /** What the database takes on disk, in bytes; files beside it do not count. */
  databaseBytes(db: Kysely<Tables>): Promise<number>;
  /** From now on, rows of the table can only be added and read. */
  refuseChanges(db: Transaction<Tables>, table: keyof Tables): Promise<void>;
}

/** Adds and changes rows without reading what is there, so that rows of several writers can be written at once. */
export interface RowWriting {
  bulk(statement: BulkStatement, rows: readonly BulkRow[]): Promise<void>;
  /** The same where most rows differ in their id only. */
  bulkAlike(statement: BulkUpdate | BulkCopy, rows: readonly AlikeRows[]): Promise<void>;
  /** The same for work of more than one statement. Called once with the items of all writers, and only if there are any. */
  step<Item>(step: WriteStep<Item>, items: readonly Item[]): Promise<void>;
}

export type WriteStep<Item> = (writing: Writing, items: readonly Item[]) => Promise<void>;

/** What a transaction can do. Valid only until the function that received it returns. */
export interface Writing extends RowWriting {
  readonly db: Transaction<Tables>;
}

/** Completes a transaction with `step`, which runs each step at once. */
export const stepsIn = (writing: Omit<Writing, 'step'>): Writing => {
  const whole: Writing = {
    ...writing,
    step: async (step, items) => {
      if (items.length > 0) await step(whole, items);
    },
  };
  return whole;
};

/** `alone`, or at the same time as other processes that work on host jobs of one run. */
export type ClaimKind = 'alone' | 'together';

/** An open database. Every failure comes out as a StoreError. */
export interface Database {
  readonly dialect: Dialect;
  /** Reads on a connection of its own, so that a read never waits for an open write transaction. */
  read<T>(work: (db: Kysely<Tables>) => Promise<T>): Promise<T>;
  /** Runs one statement that reads or writes and needs no transaction. */
  statement<T>(work: (db: Kysely<Tables>) => Promise<T>): Promise<T>;
  /** One transaction: all of `work` or, when it throws, nothing. */
  write<T>(work: (writing: Writing) => Promise<T>): Promise<T>;
  /** The same for rows only. With many writers, rows of several may be written in one transaction; `work` is called before it begins. */
  writeRows(work: (rows: RowWriting) => Promise<void>): Promise<void>;
  /** Throws STORE_LOCKED, naming the owner, while another writer has the project. */
  claim(projectId: number, how?: ClaimKind): Promise<ProjectClaim>;
  /** Throws STORE_UNREACHABLE when this process had a claim on the project and lost it: another process may have it now. */
  refuseLostClaim(projectId: number): void;
  /** Returns free space to the disk where that is worthwhile. Where tables are compacted one by one: only the given ones, from which most was removed. */
  compact(tables: readonly (keyof Tables)[]): Promise<void>;
  close(): Promise<void>;
}

/** `blob` is a body; `bytes` is a short value such as a hash. */
export type ColumnType = 'integer' | 'text' | 'bytes' | 'blob';

export type BulkValue = number | string | Uint8Array | null;

export type BulkRow = readonly BulkValue[];

/** Rows that share the values of all given columns but the first, which is their id. */
export interface AlikeRows {
  readonly ids: readonly number[];
  readonly shared: BulkRow;
}

type GivenColumns = Readonly<Record<string, ColumnType>>;

/**
 * One statement for many rows. Both databases get the same SQL around the rows: SQLite runs it once per row on a prepared statement, PostgreSQL once
 * per batch.
 */
export type BulkStatement = BulkInsert | BulkUpdate | BulkCopy | BulkDelete;

/** An INSERT of the given columns, each under its own name. */
export interface BulkInsert {
  readonly kind: 'insert';
  readonly given: GivenColumns;
  readonly table: string;
  /** The ON CONFLICT clause, or empty. */
  readonly conflict: string;
}

/** An UPDATE whose rows are joined as the derived table `given`. */
export interface BulkUpdate {
  readonly kind: 'update';
  readonly given: GivenColumns;
  readonly table: string;
  readonly set: string;
  readonly where: string;
}

/** An INSERT of rows that are built from stored rows, joined to the derived table `given`. */
export interface BulkCopy {
  readonly kind: 'copy';
  readonly given: GivenColumns;
  readonly table: string;
  /** What each column gets. */
  readonly columns: Readonly<Record<string, string>>;
  /** The JOIN clauses. */
  readonly join: string;
}

/** A DELETE of the rows whose keys are looked up by the derived table `given`. */
export interface BulkDelete {
  readonly kind: 'delete';
  readonly given: GivenColumns;
  readonly table: string;
  /** The columns of the key. */
  readonly key: string;
  /** What is selected as the key. */
  readonly select: string;
  /** The JOIN clauses, or empty. */
  readonly join: string;
}

/** The text of a DELETE whose keys come from the table expression `given`, with its alias. */
export const deleteSql = ({ table, key, select, join }: BulkDelete, given: string): string =>
  `DELETE FROM ${table} WHERE (${key}) IN (SELECT ${select} FROM ${given} ${join})`;

/** The text of an INSERT whose rows come from `rows`: a VALUES list or a SELECT. */
export const insertSql = ({ table, given, conflict }: BulkInsert, rows: string): string =>
  `INSERT INTO ${table} (${Object.keys(given).join(', ')}) ${rows} ${conflict}`;

/** The text of an UPDATE whose rows come from the table expression `given`, with its alias. */
export const updateSql = ({ table, set, where }: BulkUpdate, given: string): string =>
  `UPDATE ${table} SET ${set} FROM ${given} WHERE ${where}`;

/** The text of an INSERT from stored rows that are joined to the table expression `given`, with its alias. */
export const copySql = ({ table, columns, join }: BulkCopy, given: string): string =>
  `INSERT INTO ${table} (${Object.keys(columns).join(', ')})
   SELECT ${Object.values(columns).join(', ')} FROM ${given} ${join}`;
