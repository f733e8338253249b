import { integer, orNull, type RowOf, table, text, textOf } from '../../../database/table.ts';
/** One host of a run that several workers visit: what others change too is here, and locked in the order of hosts. */
export const hostJobTable = table(
  'share',
  {
    run_id: integer,
    host: text,
    /** The job that works on it, or did last. */
    job_id: text,
    state: textOf<HostJobState>(),
    /** Why it is paused, and until when if the host said so. */
    reason: orNull(text),
    resume_at: orNull(integer),
  },
  { key: ['run_id', 'host'], backup: false },
);

/** `closed`: nothing is left to visit, unless a link from another host comes in. */
export type HostJobState = 'open' | 'closed' | 'paused';

/** What only the holder of a host job writes: its transactions lock no row that others wait for. */
export const hostJobWorkTable = table(
  'share_work',
  {
    run_id: integer,
    host: text,
    /** The number of the last transaction. */
    batch: integer,
    saved_state: orNull(text),
    /** How many pages it may visit, where the run has a limit. */
    granted: integer,
    pages: integer,
    errors: integer,
    left_out: integer,
    bytes: integer,
    queued: integer,
  },
  { key: ['run_id', 'host'], backup: false },
);

/** Why URLs were left out in a host job; added to `left_out` when the run ends. */
export const hostJobLeftOutTable = table(
  'share_left_out',
  {
    run_id: integer,
    host: text,
    reason: text,
    count: integer,
    example_url: text,
  },
  { key: ['run_id', 'host', 'reason'], backup: false },
);

/** Who may send requests to a host. Times are those of the database. */
export const hostLeaseTable = table(
  'host_hold',
  {
    host: text,
    /** The run, or the host job of one, that may ask; null when nobody does. */
    holder: orNull(text),
    held_until: integer,
    /** No request before this: the pace of the host, and what it asked for itself (Retry-After). */
    next_at: integer,
    /** Who waits for it first. */
    wanted_by: orNull(text),
    wanted_until: integer,
  },
  { key: ['host'], backup: false },
);

export interface HostJobTables {
  readonly share: RowOf<typeof hostJobTable>;
  readonly share_work: RowOf<typeof hostJobWorkTable>;
  readonly share_left_out: RowOf<typeof hostJobLeftOutTable>;
  readonly host_hold: RowOf<typeof hostLeaseTable>;
}
