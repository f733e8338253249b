/** Tidemark as a library. What is exported here is public; everything else may change. See docs/library.md. */
export {
  type ApplicationToExplore,
  type ChangedSitePage,
  crawl,
  exploreApplication,
  type OneVisitOptions,
  openTidemark,
  type RunEnding,
  type RunHandle,
  type RunSettings,
  report,
  type SiteReport,
  type Tidemark,
  type TidemarkOptions,
  track,
  type VisitedSite,
  type VisitOptions,
} from './app/index.ts';
export { type Decision, TidemarkError } from './base/index.ts';
export {
  type Arrival,
  type CrawlEvent,
  type CrawlProgress,
  openPage,
  type StepAction,
  type StepContext,
  StepError,
} from './crawl/index.ts';
export type {
  Exploration,
  ExplorationRecord,
  ExploreEvent,
  SeenState,
  StateGraph,
  TriedAction,
} from './explore/index.ts';
export {
  encodeName,
  FetchError,
  type FetchRequest,
  type FetchResult,
  type ListingProtocol,
  type ListingSpider,
  type PageProtocol,
  type PageSpider,
  type PlainAnswer,
  type Protocol,
  pageAnswer,
} from './fetch/index.ts';
export type { ChangeGroup, DiffChange, PageDiff, ReportPage, RunSummary } from './publish/index.ts';
export type { Flag } from './track/index.ts';
export * from './url/index.ts';
