import { ExtensionPoint } from '../../base/index.ts';
import type { Store } from '../../database/store.ts';

/** How often a detector matched on a page at one visit (the paper on segments and detectors, tables II and III). */
export interface MatchCount {
  readonly runId: number;
  readonly pageId: number;
  /** When the page was visited. */
  readonly at: number;
  readonly detector: string;
  readonly matches: number;
}

/** The matches of detectors in these runs, in the order of runs, pages and detectors. */
export const matchCounts = new ExtensionPoint<
  (store: Store, runIds: readonly number[]) => Promise<readonly MatchCount[]>
>('counts of matches', { without: 'statistics have no matches' });
