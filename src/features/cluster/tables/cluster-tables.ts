import { integer, orNull, type RowOf, table, text, textOf } from '../../../database/table.ts';
import type { HostJobTables } from './host-job-tables.ts';

/** A process that works on runs. Times are those of the database: clocks of machines differ. */
export const nodeTable = table(
  'node',
  {
    id: text,
    /** The machine and the process, for people. */
    name: text,
    kind: textOf<'server' | 'worker'>(),
    /** The version of Tidemark. */
    version: text,
    /** What the operator wants of it. */
    wanted: textOf<'work' | 'pause' | 'drain'>(),
    started_at: integer,
    seen_at: integer,
    /** How many runs it works on. */
    runs: integer,
    /** `NodeLoad` as JSON. */
    load: text,
    /** `NodeWork` as JSON; null before its first heartbeat. */
    work: orNull(text),
  },
  { key: ['id'], backup: false },
);

/** A run that was handed to the workers, under the id of its job. */
export const handedRunTable = table(
  'handed_run',
  {
    job_id: text,
    project: text,
    /** What to run, as JSON. */
    request: text,
    handed_at: integer,
    /** Who took it last. */
    node_id: orNull(text),
    /** The number of the last finished run of the project when this one was taken first; 0 when there was none. */
    finished_before: orNull(integer),
    /** The number of the run, once it has begun. */
    run_number: orNull(integer),
    /** The number of the last transaction that its worker committed. */
    batch: integer,
    /** How far it is, as JSON. */
    report: orNull(text),
    /** Why it is to be paused; null while nobody asked for that. */
    pause_reason: orNull(text),
    /** How it ended, as JSON. */
    ending: orNull(text),
    ended_at: orNull(integer),
    /** The run, once several workers visit it host by host, and how many of its host jobs are not done. */
    shared_run: orNull(integer),
    open_shares: orNull(integer),
    /** Of a run with a limit: how many pages its host jobs may have visited together. */
    granted: integer,
  },
  {
    key: ['job_id'],
    indexes: [
      // One run of a project at a time is handed over, and it is found by its project.
      'INDEX handed_run_of_project ON handed_run (project)',
      'UNIQUE INDEX open_handed_run ON handed_run (project) WHERE ending IS NULL',
    ],
    backup: false,
  },
);
export type HandedRunTable = RowOf<typeof handedRunTable>;

export interface ClusterTables extends HostJobTables {
  readonly node: RowOf<typeof nodeTable>;
  readonly handed_run: RowOf<typeof handedRunTable>;
}

declare module '../../../database/schema.ts' {
  interface Tables extends ClusterTables {}
}
