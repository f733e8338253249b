export type { AliasNews, SharedText } from './aliases.ts';
export type { Restored } from './backup/restore-backup.ts';
export { restoreStore } from './backup/restore-store.ts';
export type {
  BatchClaim,
  CalibrationSet,
  Calibrations,
  RecordedSite,
  StoredVerdict,
  TapedRow,
  VerdictName,
  WantedGrid,
} from './calibration/calibrations.ts';
export type { HandedRun } from './cluster/handed-runs.ts';
export type { HeldHost, HostHolds } from './cluster/host-holds.ts';
export { type DeadLetter, jobSchema, type QueueCounts } from './cluster/job-queues.ts';
export type { ClusterNode, NodeLoad, NodeWork, WantedOfNode } from './cluster/nodes.ts';
export type { ClusterStore, FencedRun, FencedShare } from './cluster/open-cluster-store.ts';
export type { SentShare, SharePlace } from './cluster/open-hosts.ts';
export type { Share, ShareCounts, ShareEnd, ShareJobs, ShareProgress } from './cluster/share-records.ts';
export type { StatementRunner } from './cluster/statement-runner.ts';
export type { WriteLease } from './cluster/write-lease.ts';
export type { PackedContent } from './content/packed-content.ts';
export { packContent } from './content/packed-content.ts';
export type { CommitPoint, CrawlCommit, VisitBody } from './crawl-commit.ts';
export { StoreError, type StoreErrorCode } from './errors.ts';
export type { ExploredPart, ExploredState, StoredExploration } from './explorations/explorations.ts';
export type { FoundVisit } from './found-matches.ts';
export type { LearnedRule, LearnedState } from './learned-rules.ts';
export type { ListedFile, StoredFile, UnchangedPages } from './listings.ts';
export { migrateStore } from './migrate-store.ts';
export type { S3Place } from './objects/s3-objects.ts';
export { checkBodies } from './objects/s3-objects.ts';
export { connectionsOfWorker, openCalibrationStore, openSharedStore, openStore } from './open-store.ts';
export type { NewOutboxRow, OutboxRow, OutboxSettlement, OutboxState } from './outbox.ts';
export type { SessionOwner } from './people/people.ts';
export type {
  ApiToken,
  AttemptKey,
  AttemptPace,
  AuditNote,
  CountedAttempt,
  ExternalIdentity,
  NewcomerLane,
  ProjectAccess,
  StoredUser,
  TokenScope,
  UserRole,
  UserSession,
} from './people/people-records.ts';
export { proxyIssuer } from './people/people-records.ts';
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
  VisitRecord,
} from './records.ts';
export type { VisitRendering } from './renderings.ts';
export type { FoundVersion, SearchFilter } from './search/search-index.ts';
export { parseSearchQuery, type SearchQuery, wordsToMark } from './search/search-query.ts';
export type { SearchDocument, UnindexedVersion } from './search/version-search.ts';
export type { MatchCount, RunFigures } from './statistics.ts';
export type { CalibrationStore, Frontier, FrontierPlace, ProjectClaim, Store } from './store.ts';
export type { StoreOptions } from './store-options.ts';
export type { Holdings, KeepLimits, Tidied } from './upkeep/upkeep.ts';
export { exportWarc } from './warc/export-warc.ts';
