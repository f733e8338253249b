import type { HostScheduler } from '../access/index.ts';
import type { Run, Store } from '../store/index.ts';
import type { CrawlEvent, CrawlProgress } from './crawl-event.ts';
import type { CrawlLimits } from './crawl-limits.ts';
import type { CrawlTools } from './standard-plan.ts';

export interface CrawlEngineOptions {
  readonly store: Store;
  readonly run: Run;
  readonly tools: CrawlTools;
  readonly scheduler: HostScheduler;
  /** What a resumed run needs besides the frontier; saved now and then, and at the end. */
  readonly state: () => string;
  /** Whether the run is over when the frontier is empty, or goes on with another engine. */
  readonly endsRun: boolean;
  readonly limits: CrawlLimits;
  /** Requests under way at once, over all hosts. */
  readonly concurrency: number;
  /** How often a page is tried before it counts as failed. */
  readonly attempts: number;
  /** Milliseconds before the second attempt; doubles with each further one. */
  readonly retryDelay: number;
  readonly onEvent: (event: CrawlEvent) => void;
}

/** How a run ended. */
export interface CrawlEnding extends CrawlProgress {
  readonly state: 'finished' | 'paused';
  readonly reason: string | null;
}
