import type { HostScheduler } from '../../access/index.ts';
import type { RetryPolicy } from '../../fetch/index.ts';
import type { Run, Store } from '../../store/index.ts';
import type { CrawlTools } from '../crawl-tools.ts';
import type { LinkInbox } from '../robots-gate.ts';
import type { Committer } from './committer.ts';
import type { CrawlEvent } from './crawl-event.ts';
import type { CrawlLimits } from './crawl-progress.ts';

/** What an engine works with. */
export interface CrawlEngineOptions {
  readonly store: Store;
  readonly run: Run;
  readonly tools: CrawlTools;
  readonly scheduler: HostScheduler;
  readonly committer: Committer;
  /** Links that the site names outside its pages; null when they are not wanted. */
  readonly listed: LinkInbox | null;
  readonly limits: CrawlLimits;
  /** Requests at the same time, over all hosts. */
  readonly concurrency: number;
  readonly retries: RetryPolicy;
  /** The longest wait that a host may ask for before the run pauses instead. In milliseconds. */
  readonly longestWait: number;
  readonly onEvent: (event: CrawlEvent) => void;
}
