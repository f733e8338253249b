/** One host of a run that several workers visit: what others change too is here, and locked in the order of hosts. */
interface ShareTable {
  readonly run_id: number;
  readonly host: string;
  /** The job that works on it, or did last. */
  readonly job_id: string;
  readonly state: ShareState;
  /** Why it is paused, and until when if the host said so. */
  readonly reason: string | null;
  readonly resume_at: number | null;
}

/** `closed`: nothing is left to visit, unless a link from another host comes in. */
export type ShareState = 'open' | 'closed' | 'paused';

/** What only the holder of a share writes: its transactions lock no row that others wait for. */
interface ShareWorkTable {
  readonly run_id: number;
  readonly host: string;
  /** The number of the last transaction. */
  readonly batch: number;
  readonly saved_state: string | null;
  /** How many pages it may visit, where the run has a limit. */
  readonly granted: number;
  readonly pages: number;
  readonly errors: number;
  readonly left_out: number;
  readonly bytes: number;
  readonly queued: number;
}

/** Why URLs were left out in a share; added to `left_out` when the run ends. */
interface ShareLeftOutTable {
  readonly run_id: number;
  readonly host: string;
  readonly reason: string;
  readonly count: number;
  readonly example_url: string;
}

/** A link that leads to another host than its page: that host's share takes it in, by its own rules and budgets. */
interface OfferTable {
  readonly run_id: number;
  readonly host: string;
  readonly url_hash: Uint8Array;
  readonly url: string;
  readonly kind: string;
  readonly depth: number;
  readonly found_on: number | null;
  readonly taken: 0 | 1;
}

/** Who may send requests to a host. Times are those of the database. */
interface HostHoldTable {
  readonly host: string;
  /** The run, or the share of one, that may ask; null when nobody does. */
  readonly holder: string | null;
  readonly held_until: number;
  /** No request before this: the pace of the host, and what it asked for itself (Retry-After). */
  readonly next_at: number;
  /** Who waits for it first. */
  readonly wanted_by: string | null;
  readonly wanted_until: number;
}

export interface ShareTables {
  readonly share: ShareTable;
  readonly share_work: ShareWorkTable;
  readonly share_left_out: ShareLeftOutTable;
  readonly offer: OfferTable;
  readonly host_hold: HostHoldTable;
}
