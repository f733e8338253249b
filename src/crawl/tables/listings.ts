import type { Flag } from '../../track/index.ts';
import type { LastGood } from './records.ts';

/** How a file was listed when its good version was fetched. */
export interface ListedFile {
  readonly pageId: number;
  /** Null when the listing does not say. */
  readonly size: number | null;
  /** `unit` is the precision. Both are in milliseconds. */
  readonly modified: { readonly at: number; readonly unit: number } | null;
  /** `algorithm:hex`. */
  readonly hash: string | null;
  readonly listedAt: number;
}

/** A file of earlier runs, with all that a new listing is compared with. */
export interface StoredFile {
  readonly id: number;
  readonly url: string;
  /** The last run that queued or visited it. */
  readonly runId: number;
  /** Null when there was no good visit yet. */
  readonly lastGood: Pick<LastGood, 'at' | 'type' | 'bytes'> | null;
  readonly lastFlag: Flag | null;
  /** Earlier visits, for the change rate. */
  readonly samples: Uint8Array | null;
  readonly dueAt: number | null;
  /** Null when not known. */
  readonly listed: ListedFile | null;
}

/** How files were listed. */
export interface Listings {
  /** The known ones among the pages, in no particular order. */
  find(pageIds: readonly number[]): Promise<readonly ListedFile[]>;
  /** Every file of a project, in the order of ids, after the given one. */
  stored(projectId: number, part: { after: number; limit: number }): Promise<readonly StoredFile[]>;
}

/** Pages that were there at their last visit and are as they were, with the same record of changes: one visit for each. */
export interface UnchangedPages {
  readonly pageIds: readonly number[];
  readonly at: number;
  readonly flag: Flag;
  readonly reason: string;
  readonly samples: Uint8Array | null;
  readonly dueAt: number | null;
}

declare module '../../database/store.ts' {
  interface Store {
    readonly listings: Listings;
  }
}
