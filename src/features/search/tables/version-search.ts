import type { FoundVersion, SearchFilter } from './search-index.ts';
import type { SearchQuery } from './search-query.ts';

/** A version that is not in the search index yet. */
export interface UnindexedVersion {
  readonly projectId: number;
  readonly runId: number;
  readonly pageId: number;
  readonly url: string;
  readonly finalUrl: string | null;
  readonly at: number;
  readonly sha256: Uint8Array;
  readonly headers: readonly (readonly [string, string])[];
  readonly type: string | null;
  readonly bytes: number | null;
}

/** A version with its words, as `searchWords` makes them; without any it is known, and never found. */
export interface SearchDocument extends Pick<UnindexedVersion, 'projectId' | 'runId' | 'pageId' | 'at'> {
  readonly title: readonly string[];
  readonly text: readonly string[];
}

/**
 * The index over the words of all versions (B15). It is filled after the visits, from what is stored: what a kill leaves out is
 * still missing afterwards, and is added by the next who asks.
 */
export interface Search {
  find(query: SearchQuery, filter: SearchFilter): Promise<readonly FoundVersion[]>;
  /** The oldest versions that are not in the index; those after the given one, so that a long filling need not pass by all before it. */
  missing(
    limit: number,
    after?: Pick<UnindexedVersion, 'runId' | 'pageId'> | null,
  ): Promise<readonly UnindexedVersion[]>;
  add(documents: readonly SearchDocument[]): Promise<void>;
  /** Called when nothing was missing: finished runs need not be looked through again. */
  noteComplete(): Promise<void>;
}

declare module '../../../database/store.ts' {
  interface Store {
    readonly search: Search;
  }
}
