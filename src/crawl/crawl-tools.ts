import type { HostTurns } from '../access/index.ts';
import type { PageFetcher } from '../fetch/index.ts';
import type { FetchedContent, ScopeDecision } from '../project/index.ts';
import type { ToldPage } from '../track/index.ts';
import type { DrawnAddresses } from './drawn/drawn-addresses.ts';
import type { PageDiscovery } from './frontier/discover-pages.ts';
import type { LeftOutCounts } from './frontier/left-out-counts.ts';
import type { NeverGoodPages } from './frontier/never-good-pages.ts';
import type { PagePictures } from './render/page-pictures.ts';
import type { RenderedPages } from './render/rendered-pages.ts';
import type { RobotsGate } from './robots-gate.ts';
import type { SessionDoubts } from './session-doubts.ts';
import type { StepTools } from './steps/step-tools.ts';
import type { FeatureRows, VisitBody } from './tables/crawl-commit.ts';
import type { DiscoveredPage, NewVisit, PageOrigin, QueuedPage } from './tables/records.ts';
import type { VisitRendering } from './tables/renderings.ts';
import type { PageTracker } from './track/page-tracker.ts';
import type { VisitObserver } from './visit-observer.ts';

/** What the stages use. */
export interface CrawlTools {
  readonly fetcher: PageFetcher;
  readonly robots: RobotsGate;
  /** Where others may visit the same hosts. */
  readonly turns?: Pick<HostTurns, 'expect'>;
  /** Null when no page is shown to a browser. */
  readonly rendered: Pick<RenderedPages, 'takeTimes'> | null;
  /** Null when no pictures are kept. */
  readonly pictures: PagePictures | null;
  readonly judgeContent: (content: FetchedContent) => ScopeDecision;
  readonly discovery: PageDiscovery;
  readonly neverGood: NeverGoodPages;
  readonly doubts: SessionDoubts;
  readonly leftOut: LeftOutCounts;
  readonly tracker: PageTracker;
  /** Whether links are also followed on unchanged pages. If not, their links are known already. */
  readonly readsAllLinks: boolean;
  /** Finds addresses that the site makes up anew for every link; null when pages are never fetched twice. */
  readonly drawn: DrawnAddresses | null;
  /** Called when the identities of pages may have changed, before links are followed. */
  readonly renamePages: () => Promise<void>;
  /** Called when the answers 304 of a host turn out not to be true: its pages of this run are visited again. */
  readonly askAgain: (host: string) => Promise<void>;
  /** How a page was found; null when there is no such page. */
  readonly originOf: (pageId: number) => Promise<PageOrigin | null>;
  /** Called when the start redirects (example.org to www.example.org): the target's site belongs to the crawl. */
  readonly onStartMoved: (target: string) => void;
  /** Null when the project looks for nothing and tells nobody. */
  readonly observer: VisitObserver | null;
  /** What a step of the project says about single pages; null when it says nothing. */
  readonly step: StepTools | null;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** The result of all stages for one page: everything to commit. */
export interface VisitedPage {
  readonly page: QueuedPage;
  readonly visit: NewVisit;
  readonly body: VisitBody | null;
  /** What the run tells about an updated page; left out when there is nothing to tell in words. */
  readonly told?: ToldPage | null;
  /** The segments that the page ever had, packed; left out when they are the same as before. */
  readonly seen?: Uint8Array | null;
  readonly findings?: FeatureRows | null;
  /** How a browser showed it; left out when none did. */
  readonly rendering?: VisitRendering | null;
  readonly discovered: readonly DiscoveredPage[];
  readonly wireBytes: number;
}
