export type { DetectStage, JudgedVisit, VisitFindings } from './detect-stage.ts';
export { type DocumentLink, isRoute } from './document-links.ts';
export { DrawnAddresses } from './drawn/drawn-addresses.ts';
export { Committer } from './engine/committer.ts';
export { CrawlEngine } from './engine/crawl-engine.ts';
export type { CrawlEvent } from './engine/crawl-event.ts';
export {
  type CrawlEnding,
  type CrawlLimits,
  type CrawlProgress,
  limitReached,
} from './engine/crawl-progress.ts';
export { CrawlError } from './errors.ts';
export { noSourcePage, PageDiscovery, type PageNames } from './frontier/discover-pages.ts';
export { FrontierRoom } from './frontier/frontier-room.ts';
export { KnownPages } from './frontier/known-pages.ts';
export { DRAWN, FRONTIER_FULL, LeftOutCounts, NO_BROWSER, TOO_COSTLY } from './frontier/left-out-counts.ts';
export { allHosts, type OwnHosts, onlyHost } from './frontier/own-hosts.ts';
export { identityHash, SeenIdentities } from './frontier/seen-identities.ts';
export { comparerOfFiles } from './list/compare-files.ts';
export { FileReader, hasWords } from './list/file-reader.ts';
export { ListSite } from './list/list-site.ts';
export { PagePictures } from './render/page-pictures.ts';
export { RenderedPages } from './render/rendered-pages.ts';
export { withoutLogin } from './resolved-links.ts';
export { LinkInbox, openGate, type RobotsGate, RobotsTxtGate } from './robots-gate.ts';
export { SessionDoubts } from './session-doubts.ts';
export { openPage } from './steps/built-in-actions.ts';
export { formToSend } from './steps/form-to-send.ts';
export { membersScope } from './steps/members-scope.ts';
export { type Applicant, Membership } from './steps/membership.ts';
export { linksIn, PageForms } from './steps/page-forms.ts';
export { ProjectSecrets, secretReferences } from './steps/project-secrets.ts';
export { addressIn, type RunSteps } from './steps/run-steps.ts';
export { SecondMember } from './steps/second-member.ts';
export type { Arrival, StepAction, StepContext, StepVisitor } from './steps/step-action.ts';
export { stepActions, stepKeysOf } from './steps/step-actions.ts';
export { stepBeginnings } from './steps/step-beginnings.ts';
export { StepEntrances } from './steps/step-entrances.ts';
export { nameOfStep, StepError, stepFailure } from './steps/step-error.ts';
export { readStepRunState, type StepRunState } from './steps/step-run-state.ts';
export { type StepTools, stepTools } from './steps/step-tools.ts';
export {
  type Equality,
  type PageView,
  viewedSnapshot,
  viewForBoth,
  wholePage,
} from './track/equality/equality.ts';
export { PartialView } from './track/equality/partial-view.ts';
export type { ComparisonPlugIn } from './track/equality/plug-in.ts';
export { findAliases } from './track/find-aliases.ts';
export { NotModified } from './track/not-modified.ts';
export type { NewText } from './track/page-news.ts';
export { PageTracker } from './track/page-tracker.ts';
export { PageVersion } from './track/page-version.ts';
export { renamePages } from './track/rename-pages.ts';
export { RenamedImages } from './track/renamed-images.ts';
export { ReplacedPages } from './track/replaced-pages.ts';
export type { SiteFact } from './track/site-fact.ts';
export { linkIdentities, SiteKnowledge } from './track/site-knowledge.ts';
export { textOfNewPage } from './track/text-of-new-page.ts';
export { type FurtherVisitors, TwinFetch } from './track/twin-fetch.ts';
export { CurrentVisitor, VisitorSession } from './track/visitor-session.ts';
