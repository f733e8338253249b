export { CrawlEngine } from './crawl-engine.ts';
export type { CrawlEnding, CrawlEngineOptions } from './crawl-engine-options.ts';
export type { CrawlEvent, CrawlProgress } from './crawl-event.ts';
export { type CrawlLimits, limitReached } from './crawl-limits.ts';
export { noPage, PageDiscovery, type PageNames } from './discover-pages.ts';
export { type DocumentLink, withoutLogin } from './document-links.ts';
export { CrawlError } from './errors.ts';
export { identityHash } from './identity-hash.ts';
export { LeftOutCounts } from './left-out-counts.ts';
export { FileReader, hasWords } from './list/file-reader.ts';
export type { ListSiteOptions } from './list/list-options.ts';
export { ListSite } from './list/list-site.ts';
export { openGate, type RobotsGate, RobotsTxtGate } from './robots-gate.ts';
export { SeenIdentities } from './seen-identities.ts';
export type { CrawlTools } from './standard-plan.ts';
export {
  type Arrival,
  enterStep,
  type FormPlan,
  linkOf,
  type StepPlan,
  type StepVisitor,
} from './steps/enter-step.ts';
export { logoutLinks } from './steps/logout-links.ts';
export { membersScope } from './steps/members-scope.ts';
export { linksIn, PageForms } from './steps/page-forms.ts';
export { StepError } from './steps/step-error.ts';
export { stepFailure } from './steps/step-failure.ts';
export { readStepRunState, type StepRunState } from './steps/step-run-state.ts';
export type { StepTools } from './steps/step-tools.ts';
export {
  type Equality,
  type PageView,
  viewedSnapshot,
  viewForBoth,
  wholePage,
} from './track/equality/equality.ts';
export { PartialView } from './track/equality/partial-view.ts';
export type { ComparedPage, ComparisonPlugIn, PlugInAnswer } from './track/equality/plug-in.ts';
export { findAliases } from './track/find-aliases.ts';
export { PageTracker } from './track/page-tracker.ts';
export { PageVersion } from './track/page-version.ts';
export { renamePages } from './track/rename-pages.ts';
export { RenamedImages } from './track/renamed-images.ts';
export { countGoodPages, queueOrphans, revisitPages } from './track/revisits-and-orphans.ts';
export { linkIdentities, SiteKnowledge } from './track/site-knowledge.ts';
export { TwinFetch } from './track/twin-fetch.ts';
export { VisitorSession } from './track/visitor-session.ts';
