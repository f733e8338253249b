/** Something to tell over one channel, as it is written with the visit that found it. */
export interface NewOutboxRow {
  /** Hexadecimal digits, made of project, occasion and channel, so that the same row always has the same id. */
  readonly id: string;
  /** The key of the occasion, unique within the project and channel. */
  readonly occasion: string;
  readonly channel: string;
  /** Rows of one bundle may go out as one message. */
  readonly bundle: string;
  /** The occasion as JSON. */
  readonly told: string;
  readonly at: number;
  readonly deliverAfter: number;
}

declare module '../../../crawl/tables/crawl-commit.ts' {
  interface FeatureRows {
    /** What is reported about a batch; sent after the commit. A row that is there already stays as it is. */
    readonly outbox?: readonly NewOutboxRow[];
  }
}

/** `dead`: given up, but still there to be looked at and tried again. */
export type OutboxState = 'waiting' | 'sent' | 'dead';

export interface OutboxRow extends NewOutboxRow {
  readonly projectId: number;
  readonly state: OutboxState;
  readonly attempts: number;
  readonly nextTry: number;
  /** The message that the row is part of; null before the first try. */
  readonly message: string | null;
  readonly lastError: string | null;
  readonly sentAt: number | null;
}

/** A row that is part of a message. */
export interface NamedRow extends OutboxRow {
  readonly message: string;
}

export interface ClaimRequest {
  /** Names this claim; no other claim may have the same name. */
  readonly claim: string;
  readonly now: number;
  /** Until then nobody else gets the rows. A process that was killed gives them back in this way. */
  readonly until: number;
  /** True for rows whose last claim ran out: who held it has died. Others are claimed by false. Such a claim counts as an attempt. */
  readonly abandoned: boolean;
}

/** Whether the rows of a claim become one message, or one message each. */
export type OneOrEach = 'one' | 'each';

/** What became of a message. `postponed` does not count as an attempt. */
export type OutboxSettlement =
  | { readonly state: 'sent'; readonly at: number }
  | { readonly state: 'waiting'; readonly nextTry: number; readonly error: string }
  | { readonly state: 'dead'; readonly error: string }
  | { readonly state: 'postponed'; readonly nextTry: number };

interface OutboxListing {
  readonly projectId?: number | undefined;
  readonly state?: OutboxState | undefined;
  readonly limit: number;
}

/** Messages on their way. Rows are written with the visits they tell of (`CrawlCommit.outbox`), and sent afterwards. */
export interface Outbox {
  /** For rows that no visit brings: tests and reminders. Rows that are there already stay as they are. */
  add(projectId: number, rows: readonly NewOutboxRow[]): Promise<void>;
  /**
   * The rows that go out together next, oldest first: a message that was tried before, or all new rows of a bundle. Empty when
   * nothing is due. Two claims never hold the same row at the same time.
   */
  claim(request: ClaimRequest): Promise<readonly OutboxRow[]>;
  /**
   * Says which of the claimed rows form one message, and returns them. Must be done before the first try, so that each further
   * try sends the same message; rows that have a message already keep it.
   */
  nameMessages(claim: string, which: OneOrEach): Promise<readonly NamedRow[]>;
  /** Ends the claim on one message, or with null on all that the claim still holds. */
  settle(claim: string, message: string | null, settlement: OutboxSettlement): Promise<void>;
  /** Newest first. */
  list(listing: OutboxListing): Promise<readonly OutboxRow[]>;
  /** Makes dead rows due again, or the unsent ones whose id begins with `id`; of one project where it is named. Returns how many. */
  retry(which: {
    readonly id?: string | undefined;
    readonly projectId?: number;
    readonly now: number;
  }): Promise<number>;
  /** Removes rows that were sent before this time, in milliseconds since 1970; what was given up stays. Returns how many. */
  removeSent(before: number): Promise<number>;
  /** How many rows are not sent yet, and how many were given up. */
  unsent(): Promise<{
    readonly waiting: number;
    readonly dead: number;
    /** When the oldest waiting one could have been sent first, in milliseconds since 1970; in the future for digests; null when none waits. */
    readonly oldestWaiting: number | null;
  }>;
  /** Tells this database from every other one. */
  instanceId(): Promise<string>;
}

declare module '../../../database/store.ts' {
  interface Store {
    readonly outbox: Outbox;
  }
}
