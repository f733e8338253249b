import type { MessagePort, Worker } from 'node:worker_threads';
import type { S3Place } from './objects/s3-objects.ts';

/** Moments inside a commit at which a test may stop the process. */
export type CommitPoint =
  | 'before begin'
  | 'after contents'
  | 'after visits'
  | 'after discovered'
  | 'before commit'
  | 'after commit';

interface AnyStoreOptions {
  /** `write` creates what is missing and brings the schema up to date; `read` changes nothing. */
  readonly access: 'write' | 'read';
  /** The name of the writer, for the message that refuses a second one. Default: `tidemark`. */
  readonly command?: string;
  /** Called at each point of a commit. An error that it throws undoes the commit, unless the commit is already done. */
  readonly onPoint?: (point: CommitPoint) => void;
}

export interface SqliteOptions extends AnyStoreOptions {
  readonly kind: 'sqlite';
  /** The data folder. */
  readonly folder: string;
  /** Writes in a separate thread, so that the caller's thread does not wait for the disk; or the thread, if it has started already. Default: false. */
  readonly thread?: boolean | Worker;
  /** The port that `connect` of a store of this process returned: the thread of that store writes for this one too. */
  readonly writer?: MessagePort;
  /** The most 4 KiB pages that the database may have; simulates a full disk in tests. */
  readonly maxPageCount?: number;
  /** The most bytes that large bodies may take in files. Default: no limit. */
  readonly largeBodyQuota?: number;
}

export interface PostgresOptions extends AnyStoreOptions {
  readonly kind: 'postgres';
  readonly url: string;
  /** Where new bodies are stored. Default: in the database. */
  readonly bodies?: S3Place;
  /** Whether this process works on runs of a cluster, under a lease that ends the claims of earlier workers. Default: false. */
  readonly isWorker?: boolean;
  /** The most connections. Default: 10, and 5 for workers. */
  readonly connections?: number;
}

/** The shared store of a cluster is always opened for writing. */
export type SharedStoreOptions = Pick<PostgresOptions, 'url' | 'bodies' | 'onPoint'>;

export type StoreOptions = SqliteOptions | PostgresOptions;
