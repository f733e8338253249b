import type { Store } from '../../database/store.ts';
import type { FileReceiver, ListingCapabilities } from '../../fetch/index.ts';
import type { FileScope, SubTree } from '../../project/index.ts';
import type { CrawlEvent } from '../engine/crawl-event.ts';
import type { CrawlLimits } from '../engine/crawl-progress.ts';
import type { Run } from '../tables/records.ts';
import type { VisitObserver } from '../visit-observer.ts';
import type { FileComparison } from './compare-files.ts';
import type { StartVisitor } from './visitors.ts';

export interface ListSiteOptions {
  readonly store: Store;
  readonly run: Run;
  readonly capabilities: ListingCapabilities;
  readonly start: StartVisitor;
  /** Whether the run has begun before. */
  readonly isResumed: boolean;
  readonly receiver: FileReceiver;
  readonly trees: readonly SubTree[];
  readonly scope: FileScope;
  readonly comparison: FileComparison;
  /** Null when the project looks for nothing and notifies no one. */
  readonly observer: VisitObserver | null;
  readonly limits: CrawlLimits;
  /** How many new files may wait for their visit. */
  readonly mostWaiting: number;
  /** Connections at the same time, as far as the server allows. */
  readonly connections: number;
  readonly attempts: number;
  /** Returns when the next file or folder may be asked for. */
  readonly turn: () => Promise<void>;
  /** Only what is likely to have changed (B13). */
  readonly onlyDue: boolean;
  /** Removes secrets from what is shown or stored. */
  readonly redact: (text: string) => string;
  readonly onEvent: (event: CrawlEvent) => void;
  /** Aborting it ends the transfers under way, and pauses the run. */
  readonly signal: AbortSignal;
  readonly now: () => number;
}

/** Why a run pauses, and whether the site is the cause. */
export interface Stopped {
  readonly reason: string;
  readonly isTrouble: boolean;
}
