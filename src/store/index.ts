export type { Alias, Aliases, AliasNews, SharedText } from './aliases.ts';
export type { Restored } from './backup/restore-backup.ts';
export { restoreStore } from './backup/restore-store.ts';
export {
  type BatchClaim,
  type CalibrationSet,
  type Calibrations,
  type RecordedSite,
  type StoredPoint,
  type StoredVerdict,
  type TapedRow,
  type VerdictName,
  verdictNames,
  type WantedGrid,
} from './calibration/calibrations.ts';
export type { HandedRun, HandedRuns } from './cluster/handed-runs.ts';
export type { HeldHost, HostHolds } from './cluster/host-holds.ts';
export {
  type DeadLetter,
  type JobQueues,
  jobSchema,
  type QueueCounts,
} from './cluster/job-queues.ts';
export type { ClusterNode, NodeLoad, Nodes, NodeWork, WantedOfNode } from './cluster/nodes.ts';
export type { ClusterStore, FencedRun, FencedShare } from './cluster/open-cluster-store.ts';
export type { SentShare, SharePlace } from './cluster/open-hosts.ts';
export type { Share, ShareCounts, ShareEnd, ShareJobs, ShareProgress } from './cluster/share-records.ts';
export type { Shares } from './cluster/shares.ts';
export type { StatementRunner } from './cluster/statement-runner.ts';
export type { WriteLease } from './cluster/write-lease.ts';
export type { ContentEncoding, PackedContent } from './content/packed-content.ts';
export { packContent } from './content/packed-content.ts';
export type { BodyFile, CommitPoint, CrawlCommit, VisitBody } from './crawl-commit.ts';
export { StoreError, type StoreErrorCode, storeErrors } from './errors.ts';
export type {
  ExplorationNews,
  Explorations,
  ExplorationTold,
  ExploredPart,
  ExploredState,
  StoredExploration,
  StoredTry,
} from './explorations/explorations.ts';
export type { FeedReader, FeedReaders } from './feed-readers.ts';
export type { FoundMatches, FoundVisit } from './found-matches.ts';
export type { LearnedKind, LearnedRule, LearnedRules, LearnedState } from './learned-rules.ts';
export type { ListedFile, Listings, StoredFile, UnchangedPages } from './listings.ts';
export { checkBodies } from './objects/check-bodies.ts';
export type { S3Place } from './objects/s3-objects.ts';
export { connectionsOfWorker, openCalibrationStore, openSharedStore, openStore } from './open-store.ts';
export type {
  ClaimRequest,
  NamedRow,
  NewOutboxRow,
  OneOrEach,
  Outbox,
  OutboxListing,
  OutboxRow,
  OutboxSettlement,
  OutboxState,
} from './outbox.ts';
export type { ChangePart, PageChange, PageChangeKind, PageChanges } from './page-changes.ts';
export type { People, SessionOwner, TokenOwner } from './people/people.ts';
export type {
  ApiToken,
  AttemptKey,
  AttemptPace,
  AuditEntry,
  AuditNote,
  ExternalIdentity,
  NewUser,
  ProjectAccess,
  ProjectShare,
  StoredUser,
  TokenScope,
  UserRole,
  UserSession,
} from './people/people-records.ts';
export { passesByItself } from './postgres/postgres-failure.ts';
export type {
  DiscoveredPage,
  FlaggedVisit,
  KnownPage,
  KnownPageCounts,
  LastGood,
  LastingFlag,
  LeftOut,
  ListedPage,
  NewVisit,
  Offer,
  PageOrigin,
  PageVisit,
  Project,
  QueuedPage,
  RenamedPage,
  Run,
  RunChange,
  RunState,
  ToldVisit,
  UpdatedPage,
  VisitHop,
  VisitOutcome,
  VisitRecord,
} from './records.ts';
export type { Renderings, VisitRendering } from './renderings.ts';
export type { FoundVersion, SearchFilter } from './search/search-index.ts';
export { parseSearchQuery, type SearchQuery, wordsToMark } from './search/search-query.ts';
export type { Search, SearchDocument, UnindexedVersion } from './search/version-search.ts';
export type { MatchCount, RunFigures, Statistics } from './statistics.ts';
export type {
  CalibrationStore,
  Contents,
  Frontier,
  FrontierPlace,
  Offers,
  PageListing,
  PageMemories,
  Pages,
  ProjectClaim,
  Projects,
  Runs,
  Secrets,
  Store,
  ToldChanges,
  Visits,
  VisitTotals,
} from './store.ts';
export type { PostgresOptions, SqliteOptions, StoreOptions } from './store-options.ts';
export type { Holdings, KeepLimits, Tidied, Upkeep } from './upkeep/upkeep.ts';
export { exportWarc, type WarcOptions } from './warc/export-warc.ts';
