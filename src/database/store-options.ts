import type { MessagePort } from 'node:worker_threads';
import type { CommitPoint } from '../crawl/tables/crawl-commit.ts';
import type { S3Place } from './objects/s3-objects.ts';

interface AnyStoreOptions {
  /** `write` creates what is missing and brings the schema up to date; `read` changes nothing. */
  readonly access: 'write' | 'read';
  /** Who is writing, for the message that refuses a second writer. Default: `tidemark`. */
  readonly command?: string;
  /** Called at each point of a commit. What it throws undoes the commit, unless it is already done. */
  readonly onPoint?: (point: CommitPoint) => void;
}

export interface SqliteOptions extends AnyStoreOptions {
  readonly kind: 'sqlite';
  /** The data folder. */
  readonly folder: string;
  /** Write in a thread of its own, so that the caller's thread does not wait for the disk. Default: false. */
  readonly thread?: boolean;
  /** What `connect` of a store of this process gave: its thread writes for this one too. */
  readonly writer?: MessagePort;
  /** The most 4 KiB pages that the database may have; simulates a full disk in tests. */
  readonly maxPageCount?: number;
  /** The most bytes that large bodies may take in files. Default: no limit. */
  readonly largeBodyQuota?: number;
}

export interface PostgresOptions extends AnyStoreOptions {
  readonly kind: 'postgres';
  readonly url: string;
  /** Where bodies go that are stored from now on. Default: into the database. */
  readonly bodies?: S3Place;
  /** Whether runs of a cluster are worked on: under a lease that ends the claims of workers before. Default: false. */
  readonly isWorker?: boolean;
  /** The most connections. Default: 10, and 5 for workers. */
  readonly connections?: number;
}

/** What a cluster shares is always written to. */
export type SharedStoreOptions = Pick<PostgresOptions, 'url' | 'bodies' | 'onPoint'>;

export type StoreOptions = SqliteOptions | PostgresOptions;
