import type { ShareTables } from './share-tables.ts';

/** A process that works on runs. Times are those of the database: clocks of machines differ. */
interface NodeTable {
  readonly id: string;
  /** The machine and the process, for people. */
  readonly name: string;
  readonly kind: 'server' | 'worker';
  /** The version of Tidemark. */
  readonly version: string;
  /** What the operator wants of it. */
  readonly wanted: 'work' | 'pause' | 'drain';
  readonly started_at: number;
  readonly seen_at: number;
  /** How many runs it works on. */
  readonly runs: number;
  /** `NodeLoad` as JSON. */
  readonly load: string;
  /** `NodeWork` as JSON; null before its first sign of life. */
  readonly work: string | null;
}

/** A run that was handed to the workers, under the id of its job. */
export interface HandedRunTable {
  readonly job_id: string;
  readonly project: string;
  /** What to run, as JSON. */
  readonly request: string;
  readonly handed_at: number;
  /** Who took it last. */
  readonly node_id: string | null;
  /** The number of the last finished run of the project when this one was taken first; 0 when there was none. */
  readonly finished_before: number | null;
  /** The number of the run, once it has begun. */
  readonly run_number: number | null;
  /** The number of the last transaction that its worker committed. */
  readonly batch: number;
  /** How far it is, as JSON. */
  readonly report: string | null;
  /** Why it is to be paused; null while nobody asked for that. */
  readonly pause_reason: string | null;
  /** How it ended, as JSON. */
  readonly ending: string | null;
  readonly ended_at: number | null;
  /** The run, once several workers visit it host by host, and how many of its shares are not done. */
  readonly shared_run: number | null;
  readonly open_shares: number | null;
  /** Of a run with a limit: how many pages its shares may have visited together. */
  readonly granted: number;
}

export interface ClusterTables extends ShareTables {
  readonly node: NodeTable;
  readonly handed_run: HandedRunTable;
}

declare module '../../../database/schema.ts' {
  interface Tables extends ClusterTables {}
}
