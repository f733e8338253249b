import type { RawBuilder, Transaction } from 'kysely';
import { ExtensionPoint } from '../base/index.ts';
import type { Bodies } from './content/bodies.ts';
import type { BulkRow, Database, Dialect, RowWriting, Writing } from './database.ts';
import type { Tables } from './schema.ts';
import type { Store, StoreView } from './store.ts';
import type { CommitPoint } from './store-options.ts';
import type { Table } from './table.ts';

/** Something done to the schema, in the transaction that brings it up to date. */
export type Migration = (db: Transaction<Tables>, dialect: Dialect) => Promise<void>;

/**
 * Where a call is done: `here`, on a connection that only reads, or by the `writer`. A `claim` is held by the writer until it is released, because
 * two threads must not have one project.
 */
export type CallPlace = 'here' | 'writer' | 'claim';

type AnyFunction = (...given: never[]) => unknown;

/** Every function and every method of the named properties of the store: one that is missing does not compile. */
export type CallPlaces<P extends keyof Store> = {
  readonly [Name in P]: Store[Name] extends AnyFunction
    ? CallPlace
    : { readonly [Method in keyof Store[Name]]: CallPlace };
};

/** What the properties of a store are made from. */
export interface PartContext {
  readonly database: Database;
  readonly bodies: Bodies;
  /** All parts of the store. */
  readonly parts: readonly StorePart[];
  readonly view: StoreView;
  /** Called at each point of a commit. */
  readonly onPoint: (point: CommitPoint) => void;
}

/** Writes rows in the transaction of what they belong to. */
export interface CommitPart {
  /** Under which name a batch has them. */
  readonly name: string;
  /** `runId` is 0 for an exploration, which is no run. */
  write(
    writing: RowWriting,
    place: { readonly projectId: number; readonly runId: number },
    rows: readonly unknown[],
  ): Promise<void>;
}

/** What a folder that owns tables adds to the store. Its tables refer to its own and to those of the kernel, never to another feature's. */
export interface StorePart {
  readonly name: string;
  /** The schema version of its tables: 1, and one more with each release that changes them. */
  readonly version: number;
  /** In an order in which rows can be put back. */
  readonly tables: readonly Table[];
  /** What is done besides creating tables and adding columns, by the version that it leads to. */
  readonly steps?: Readonly<Record<number, Migration>>;
  /** Makes its properties of the store. */
  assemble?(context: PartContext): Partial<Store>;
  readonly calls?: Readonly<Record<string, CallPlace | Readonly<Record<string, CallPlace>>>>;
  readonly commit?: CommitPart;
  /** Whether processes write to it while another one has the data folder: no other part has its rows, and each transaction is short. */
  readonly isWrittenBeside?: true;
  /** Called before the rows of a project go. */
  forgetProject?(writing: Writing, dialect: Dialect, projectId: number): Promise<void>;
  /** Called when the contents of versions go: the ids of their runs and pages. */
  forgetVersions?(writing: Writing, dialect: Dialect, versions: readonly BulkRow[]): Promise<void>;
  /** PostgreSQL only: whether workers without a run could help with something. */
  readonly areWorkersWanted?: RawBuilder<boolean>;
  /** Called when a backup has become this database. */
  noteRestore?(db: Transaction<Tables>): Promise<void>;
}

/** The parts of the stores of this process, and the file of the thread that writes with them. */
export const storeParts = new ExtensionPoint<{
  readonly load: () => Promise<readonly StorePart[]>;
  readonly writerThread: URL;
}>('the parts of the store', { without: 'nothing can be stored' });

export const loadParts = (): Promise<readonly StorePart[]> => storeParts.required.load();

export const tablesOf = (parts: readonly StorePart[]): readonly Table[] =>
  parts.flatMap(({ tables }) => tables);
