import type { HostScheduler } from '../access/index.ts';
import type { RetryPolicy } from '../fetch/index.ts';
import type { Run, Store } from '../store/index.ts';
import type { Committer } from './committer.ts';
import type { CrawlEvent, CrawlProgress } from './crawl-event.ts';
import type { CrawlLimits } from './crawl-limits.ts';
import type { LinkInbox } from './link-inbox.ts';
import type { CrawlTools } from './standard-plan.ts';

export interface CrawlEngineOptions {
  readonly store: Store;
  readonly run: Run;
  readonly tools: CrawlTools;
  readonly scheduler: HostScheduler;
  readonly committer: Committer;
  /** Links that the site names beside its pages; null when they are not wanted. */
  readonly listed: LinkInbox | null;
  readonly limits: CrawlLimits;
  /** Requests under way at once, over all hosts. */
  readonly concurrency: number;
  readonly retries: RetryPolicy;
  readonly onEvent: (event: CrawlEvent) => void;
}

/** How a run, or a step of it, ended. */
export interface CrawlEnding extends CrawlProgress {
  readonly state: 'finished' | 'paused';
  readonly reason: string | null;
}
