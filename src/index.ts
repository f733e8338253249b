/** Tidemark as a library. What is exported here is public; everything else may change. See docs/library.md. */

export { type Decision, TidemarkError } from './base/index.ts';
export type { CrawlEvent } from './crawl/engine/crawl-event.ts';
export type { CrawlProgress } from './crawl/engine/crawl-progress.ts';
export type { ReportPage, RunSummary } from './crawl/history/run-report.ts';
export type { RunEnding, RunHandle } from './crawl/run/run-request.ts';
export type { RunSettings } from './crawl/run/run-settings.ts';
export { openPage } from './crawl/steps/built-in-actions.ts';
export type { Arrival, StepAction, StepContext } from './crawl/steps/step-action.ts';
export { StepError } from './crawl/steps/step-error.ts';
export type {
  Exploration,
  ExplorationRecord,
  ExploreEvent,
  SeenState,
  StateGraph,
  TriedAction,
} from './explore/index.ts';
export { type ApplicationToExplore, exploreApplication } from './features/states/explore-application.ts';
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
export {
  type ChangedSitePage,
  crawl,
  type OneVisitOptions,
  openTidemark,
  report,
  type SiteReport,
  type Tidemark,
  type TidemarkOptions,
  track,
  type VisitedSite,
  type VisitOptions,
} from './main/library.ts';
export type { Change, PageDiff } from './presentation/diff/page-diff.ts';
export type { ChangeGroup } from './presentation/summary/change-summary.ts';
export type { Flag } from './track/index.ts';
export * from './url/index.ts';
