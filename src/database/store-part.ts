import type { RawBuilder, Transaction } from 'kysely';
import { ExtensionPoint } from '../base/index.ts';
import type { Bodies } from './content/bodies.ts';
import type { BulkRow, Database, Dialect, RowWriting, Writing } from './database.ts';
import type { Tables } from './schema.ts';
import type { Store, StoreView } from './store.ts';
import type { CommitPoint } from './store-options.ts';
import type { Table } from './table.ts';

/** A change of the schema, in the transaction that brings it up to date. */
type Migration = (db: Transaction<Tables>, dialect: Dialect) => Promise<void>;

/** Methods of the properties of a store, and functions of the store itself. */
type StoreMethods = {
  readonly [Name in keyof Store]?: Store[Name] extends (...given: never[]) => unknown
    ? true
    : readonly (keyof Store[Name])[];
};

/** The dependencies from which the properties of a store are made. */
export interface PartContext {
  readonly database: Database;
  readonly bodies: Bodies;
  /** All parts of the store. */
  readonly parts: readonly StorePart[];
  readonly view: StoreView;
  /** Called at each point of a commit. */
  readonly onPoint: (point: CommitPoint) => void;
}

/** Writes rows in the same transaction as the data that they belong to. */
export interface CommitPart {
  /** The name of these rows in a batch. */
  readonly name: string;
  /** `runId` is 0 for an exploration, which is no run. */
  write(
    writing: RowWriting,
    ids: { readonly projectId: number; readonly runId: number },
    rows: readonly unknown[],
  ): Promise<void>;
}

/** What a folder that owns tables adds to the store. Its tables refer to its own and to those of the kernel, never to another feature's. */
export interface StorePart {
  readonly name: string;
  /** The schema version of its tables: 1, and one more with each release that changes them. */
  readonly version: number;
  /** In an order in which rows can be restored. */
  readonly tables: readonly Table[];
  /** Migrations besides creating tables and adding columns, by the version to which each leads. */
  readonly steps?: Readonly<Record<number, Migration>>;
  /** Makes its properties of the store. */
  assemble?(context: PartContext): Partial<Store>;
  /** What runs in the writer. Everything else runs in the calling thread, on a connection that only reads. */
  readonly writes?: StoreMethods;
  /** What returns a claim, which the writer holds until it is released, because two threads must not have the same project. */
  readonly claims?: StoreMethods;
  readonly commit?: CommitPart;
  /** Whether other processes write to it while one holds the data folder: no other part holds its rows, and each transaction is short. */
  readonly isWrittenBeside?: true;
  /** Called before the rows of a project are deleted. */
  forgetProject?(writing: Writing, dialect: Dialect, projectId: number): Promise<void>;
  /** Called when the contents of versions are deleted, with the ids of their runs and pages. */
  forgetVersions?(writing: Writing, dialect: Dialect, versions: readonly BulkRow[]): Promise<void>;
  /** PostgreSQL only: whether there is work for workers without a run. */
  readonly areWorkersWanted?: RawBuilder<boolean>;
  /** Called after a backup was restored into this database. */
  noteRestore?(db: Transaction<Tables>): Promise<void>;
}

/** The parts of the stores of this process, and the file of the writer thread that uses them. */
export const storeParts = new ExtensionPoint<{
  readonly load: () => Promise<readonly StorePart[]>;
  readonly writerThread: URL;
}>('the parts of the store', { without: 'nothing can be stored' });

export const loadParts = (): Promise<readonly StorePart[]> => storeParts.required.load();

export const tablesOf = (parts: readonly StorePart[]): readonly Table[] =>
  parts.flatMap(({ tables }) => tables);
