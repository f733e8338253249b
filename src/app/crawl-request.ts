import type { Config } from '../config/index.ts';
import type { CrawlEnding, CrawlEvent } from '../crawl/index.ts';
import type { Protocol } from '../fetch/index.ts';
import type { RuleTableRow } from '../project/index.ts';
import type { CrawlSettings } from './crawl-settings.ts';
import type { Clock } from './project-run/clock.ts';

export interface CrawlRequest {
  readonly project: string;
  /** Null goes on with the project's own start. */
  readonly url: string | null;
  /** What the user said; the rest is as the project was crawled before, or the default. */
  readonly settings: Partial<CrawlSettings>;
  readonly onEvent: (event: CrawlEvent) => void;
  /** `everything`: every page is fetched whole and its links are followed. `changes` (default): what did not change is not. */
  readonly visits?: 'everything' | 'changes';
  /** Leaves out pages that are not likely to have changed yet (B13). */
  readonly onlyDue?: boolean;
  /** Aborting it finishes what is under way and pauses the run. */
  readonly signal: AbortSignal;
  /** Where secrets that a project keeps in the environment are looked up. Default: there. */
  readonly environment?: (name: string) => string | undefined;
  /** By which a project waits for its hours. Default: that of the system. */
  readonly clock?: Clock;
  /** Where files grow, which folders may be visited, which servers are known. Default: as the environment says. */
  readonly config?: Config;
  /** Besides those that Tidemark has. */
  readonly protocols?: readonly Protocol[];
  /** Finds secrets that are kept in the database. Default: there are none. */
  readonly storedSecret?: (name: string) => Promise<string | null>;
}

/** How a crawl ended, and what the project's own rules decided; none for a project without rules. */
export interface SiteEnding extends CrawlEnding {
  readonly rules: readonly RuleTableRow[];
}
