import { sql } from 'kysely';
import type { StorePart } from '../../../database/store-part.ts';
import {
  integer,
  orNull,
  type RecordOf,
  since,
  type TablesOf,
  table,
  text,
  textOf,
} from '../../../database/table.ts';

/** A process that works on runs. Times in all tables of a cluster are by the clock of the database, because the clocks of machines differ. */
export const nodeTable = table(
  'node',
  {
    id: text,
    /** Machine and process id, for people. */
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

/** A run that workers visit, under the id of its first job. */
const clusterRunTable = table(
  'cluster_run',
  {
    job_id: text,
    project: text,
    /** What to run, as JSON. */
    request: text,
    queued_at: integer,
    /** The worker that took it last; null while it waits. */
    node_id: orNull(text),
    /** The number of the last finished run of the project when this one was first taken: 0 when there was none, null before this one is taken. */
    finished_before: orNull(integer),
    /** The number of the run, once it has begun. */
    run_number: orNull(integer),
    /** The number of the last transaction that its worker committed. */
    last_commit: integer,
    /** Its progress, as JSON. */
    report: orNull(text),
    /** Why it is to be paused; null unless a user asked for it. */
    pause_reason: orNull(text),
    /** How it ended, as JSON. */
    ending: orNull(text),
    ended_at: orNull(integer),
    /** `run_id` and `open_host_jobs`, the number of host jobs that are not done, are set once several workers visit the run host by host. */
    run_id: orNull(integer),
    open_host_jobs: orNull(integer),
    /** For a run with a limit of pages: how many pages its host jobs may visit together. */
    allotted_pages: integer,
    /** The last try of a job of it that stored a visit, or was given back: `lostTries`. Null before the first. */
    stored_try: since(2, orNull(text)),
  },
  {
    key: ['job_id'],
    indexes: [
      'INDEX cluster_run_of_project ON cluster_run (project)',
      'UNIQUE INDEX open_cluster_run ON cluster_run (project) WHERE ending IS NULL',
    ],
    backup: false,
  },
);
export type ClusterRun = RecordOf<typeof clusterRunTable>;

/** `closed`: nothing is left to visit, unless a link from another host comes in. */
export type HostJobState = 'open' | 'closed' | 'paused';

/** One host of a run that several workers visit. This row holds what other workers change too; rows are locked in the order of hosts. */
const hostJobTable = table(
  'host_job',
  {
    run_id: integer,
    host: text,
    /** The job that works on it, or did last; any other job has nothing to do here. */
    job_id: text,
    state: textOf<HostJobState>(),
    /** Why it is paused, and until when if the host asked for a wait. */
    reason: orNull(text),
    resume_at: orNull(integer),
  },
  { key: ['run_id', 'host'], backup: false },
);

/** The part that only the worker of a host job writes, so that its transactions lock no row that others wait for. */
const hostJobWorkTable = table(
  'host_job_work',
  {
    run_id: integer,
    host: text,
    /** The number of the last transaction. */
    last_commit: integer,
    saved_state: orNull(text),
    /** How many pages it may visit, if the run has a limit. */
    allotted_pages: integer,
    pages: integer,
    errors: integer,
    left_out: integer,
    bytes: integer,
    queued: integer,
    /** As in `cluster_run`. */
    stored_try: since(2, orNull(text)),
  },
  { key: ['run_id', 'host'], backup: false },
);

/** The progress of a host job. */
export type HostJobProgress = Pick<RecordOf<typeof hostJobWorkTable>, 'bytes' | 'queued'>;

/** The counts of a host job over all its workers. Visits are counted when they are stored. */
export type HostJobCounts = Pick<
  RecordOf<typeof hostJobWorkTable>,
  'pages' | 'errors' | 'leftOut' | 'bytes' | 'queued'
>;

export type HostJobRecord = Omit<RecordOf<typeof hostJobTable>, 'runId'> &
  Pick<RecordOf<typeof hostJobWorkTable>, 'lastCommit' | 'savedState' | 'allottedPages' | 'storedTry'> & {
    readonly counts: HostJobCounts;
  };

/** Why URLs were left out in a host job; added to `left_out` when the run ends. */
const hostJobLeftOutTable = table(
  'host_job_left_out',
  { run_id: integer, host: text, reason: text, count: integer, example_url: text },
  { key: ['run_id', 'host', 'reason'], backup: false },
);

/** The lease on a host: its holder may send requests to the host. */
const hostLeaseTable = table(
  'host_lease',
  {
    host: text,
    /** The run, or the host job of a run, that holds the lease; null when none does. */
    holder: orNull(text),
    expires_at: integer,
    /** No request before this: the pace of the host, or its Retry-After. */
    next_at: integer,
    /** The first run or host job that waits for it. */
    wanted_by: orNull(text),
    wanted_until: integer,
  },
  { key: ['host'], backup: false },
);

const tables = [
  nodeTable,
  clusterRunTable,
  hostJobTable,
  hostJobWorkTable,
  hostJobLeftOutTable,
  hostLeaseTable,
] as const;

declare module '../../../database/schema.ts' {
  interface Tables extends TablesOf<typeof tables> {}
}

export const clusterPart: StorePart = {
  name: 'cluster',
  version: 2,
  tables,
  steps: {
    1: async (db, { isShared }) => {
      // On one machine there are no host jobs, so their indexes would only cost time.
      if (!isShared) return;
      // The worker of a host job reads the pages of its host.
      await sql`CREATE INDEX page_of_host ON page (project_id, host, id)`.execute(db);
      // For counting offers that are not taken: taken offers stay until the run ends.
      await sql`CREATE INDEX offer_waiting ON offer (run_id) WHERE taken = 0`.execute(db);
    },
  },
};
