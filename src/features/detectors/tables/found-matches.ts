import type { MatchCount } from '../../../crawl/events/match-counts.ts';
import type { Match } from '../../../detect/index.ts';

/** What detectors found at a visit of a page. */
export interface FoundVisit {
  readonly pageId: number;
  readonly matches: readonly Match[];
  /** What they have told about the page so far, packed; null when that is as before. */
  readonly results: Uint8Array | null;
}

declare module '../../../crawl/tables/crawl-commit.ts' {
  interface FeatureRows {
    /** What detectors found on the visits of a batch. */
    readonly found?: readonly FoundVisit[];
  }
}

/** What detectors found, and what they have told about each page. */
export interface FoundMatches {
  /** In the order of page ids, at most so many. */
  ofRun(runId: number, limit: number): Promise<readonly Match[]>;
  count(runId: number): Promise<number>;
  /** By run, page and detector, in this order. */
  counts(runIds: readonly number[]): Promise<readonly MatchCount[]>;
  /** What detectors have told about a page, packed; null when that is nothing. */
  results(pageId: number): Promise<Uint8Array | null>;
}

declare module '../../../database/store.ts' {
  interface Store {
    readonly found: FoundMatches;
  }
}
