import type { FetchedContent, ScopeDecision } from '../project/index.ts';
import type { ReportedPage } from '../track/index.ts';
import type { PageDiscovery } from './frontier/discover-pages.ts';
import type { PageRunContext } from './run/page-run-context.ts';
import type { SessionDoubts } from './session-doubts.ts';
import type { StepRules } from './steps/step-rules.ts';
import type { FeatureRows, VisitBody } from './tables/crawl-commit.ts';
import type { QueuedPage } from './tables/frontier.ts';
import type { DiscoveredPage } from './tables/page.ts';
import type { VisitRendering } from './tables/rendering.ts';
import type { NewVisit } from './tables/visit.ts';

/** What the stages of a visit use: the context of the run, with the current step. */
export interface VisitContext extends PageRunContext {
  readonly judgeContent: (content: FetchedContent) => ScopeDecision;
  readonly discovery: PageDiscovery;
  readonly doubts: SessionDoubts;
  /** What the step says about single pages; null when it says nothing. */
  readonly step: StepRules | null;
  /** Called when the start redirects (example.org to www.example.org): the target's site belongs to the crawl. */
  readonly startMoved: (target: string) => void;
  /** Called when the identities of pages may have changed, before links are followed. */
  readonly renamePages: () => Promise<void>;
  /** Called when a host answered 304 for a page that had changed: its pages of this run are visited again. */
  readonly revisitHost: (host: string) => Promise<void>;
}

/** The result of all stages for one page: everything to commit. */
export interface VisitedPage {
  readonly page: QueuedPage;
  readonly visit: NewVisit;
  readonly body: VisitBody | null;
  /** What is reported about an updated page; left out when there is nothing to report in words. */
  readonly reported?: ReportedPage | null;
  /** The segments that the page ever had, packed; left out when they are the same as before. */
  readonly seen?: Uint8Array | null;
  readonly findings?: FeatureRows | null;
  /** How a browser showed it; left out when none did. */
  readonly rendering?: VisitRendering | null;
  readonly discovered: readonly DiscoveredPage[];
  readonly wireBytes: number;
}
