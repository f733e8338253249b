/** What happened to a page. `back`: it was gone, and is again as it was. `merged`: it turned out to be another page. */
export type PageChangeKind = 'new' | 'updated' | 'gone' | 'back' | 'merged';

/** A row of the change feed. */
interface PageChange {
  /** 1, 2, 3 ... over all projects. */
  readonly place: number;
  readonly kind: PageChangeKind;
  readonly at: number;
  readonly project: string;
  /** The number of the run that found it. */
  readonly run: number;
  readonly pageId: number;
  readonly url: string;
  readonly identity: string;
  readonly type: string | null;
  readonly bytes: number | null;
  /** Of the content that the visit brought or found unchanged; null when it brought none. */
  readonly sha256: Uint8Array | null;
  /** The page that it turned out to be; null unless it was merged. */
  readonly mergedInto: number | null;
}

interface ChangePart {
  readonly changes: readonly PageChange[];
  /** Where the next part begins: everything up to this place has been looked at. */
  readonly upTo: number;
  /** The last place that was given out. A place after it is of a feed that has been replaced by an older backup. */
  readonly end: number;
}

/**
 * What happened to pages, in an order that never changes (B8). Rows are written with their visits and get their places afterwards, one
 * after the other, so that a place is never seen before a smaller one: whoever reads on after the last place that he saw gets every
 * change once, also while many processes commit at the same time.
 */
export interface PageChanges {
  /** Gives places to what was committed so far. To be called before `after`, which sees only what has one. */
  order(): Promise<void>;
  /** Hides places from those who read the feed: how fast they grow says how much happens in projects that a reader may not see. */
  cursorKey(): Promise<Uint8Array>;
  /**
   * The last place of each backup from which this database was made, oldest first. What came later in the database that was backed up is
   * not in this one: the same places stand for other changes here.
   */
  restores(): Promise<readonly number[]>;
  /** The changes after a place, at most so many; of these projects, or of all with null. */
  after(
    place: number,
    part: { readonly limit: number; readonly projectIds: readonly number[] | null },
  ): Promise<ChangePart>;
}

declare module '../../database/store.ts' {
  interface Store {
    readonly changes: PageChanges;
  }
}
