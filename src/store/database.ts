import type { ColumnDataType, Kysely, RawBuilder, Transaction } from 'kysely';
import type { BulkRow, BulkStatement } from './bulk.ts';
import type { PackedContent } from './content/packed-content.ts';
import type { Tables } from './schema.ts';
import type { BodyFile, ProjectClaim } from './store.ts';

/** The few words in which the databases differ; everything else is the same SQL. */
export interface Dialect {
  readonly kind: 'sqlite' | 'postgres';
  /** Column types. Text orders by bytes on both, as COLLATE "C" does. */
  readonly integer: ColumnDataType | RawBuilder<unknown>;
  readonly text: ColumnDataType | RawBuilder<unknown>;
  readonly bytes: ColumnDataType | RawBuilder<unknown>;
  /** An expression that is the lower- or upper-case hexadecimal text of a byte column. */
  hex(column: string): RawBuilder<string>;
  /** Whether our own schema, not another of the same server, has the table. */
  hasTable(db: Kysely<Tables>, name: keyof Tables): Promise<boolean>;
  /** Makes other processes wait that want to change the schema too, until the transaction ends. */
  lockSchema(db: Transaction<Tables>): Promise<void>;
  /** Makes commits of others wait until the transaction ends: what no visit names must not get one meanwhile. */
  lockContents(db: Transaction<Tables>): Promise<void>;
}

/** What a transaction can do. Dead once the function it was handed to returns. */
export interface Writing {
  readonly db: Transaction<Tables>;
  bulk(statement: BulkStatement, rows: readonly BulkRow[]): Promise<void>;
}

/** An open database. Every failure comes out as a StoreError. */
export interface Database {
  readonly dialect: Dialect;
  /** Reads on a connection of its own, so that a read never waits for an open write transaction. */
  read<T>(work: (db: Kysely<Tables>) => Promise<T>): Promise<T>;
  /** One transaction: all of `work` or, when it throws, nothing. */
  write<T>(work: (writing: Writing) => Promise<T>): Promise<T>;
  /** Refuses with STORE_LOCKED, naming the owner, while another writer has the project. */
  claim(projectId: number): Promise<ProjectClaim>;
  close(): Promise<void>;
}

/** Bodies too large for a row. `null` in a Store's place means that the database keeps bodies of every size. */
export interface LargeBodies {
  /** On return the body is on disk for good; called before the row that names it is committed. */
  keep(content: PackedContent): Promise<void>;
  /** The same for a body that is complete in a file, which stays where it is as well. */
  adopt(body: BodyFile): Promise<void>;
  /** The stored bytes, still packed; null when there is no such body. */
  load(sha256: Uint8Array): Promise<Uint8Array | null>;
  /** Called after the row that names it is gone. */
  drop(sha256: Uint8Array): Promise<void>;
}
