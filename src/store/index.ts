export { packContent } from './content/pack-content.ts';
export type { ContentEncoding, PackedContent } from './content/packed-content.ts';
export { StoreError, type StoreErrorCode, storeErrors } from './errors.ts';
export { openStore } from './open-store.ts';
export type { PostgresOptions, SqliteOptions, StoreOptions } from './options.ts';
export type {
  Alias,
  DiscoveredPage,
  Flag,
  FlaggedVisit,
  Hop,
  KnownPage,
  LastGood,
  LearnedKind,
  LearnedRule,
  LearnedState,
  LeftOut,
  ListedPage,
  NewVisit,
  Outcome,
  PageOrigin,
  PageVisit,
  Project,
  QueuedPage,
  RenamedPage,
  RobotsRecord,
  Run,
  RunChange,
  RunPlan,
  RunState,
  VisitRecord,
} from './records.ts';
export type {
  Aliases,
  CommitPoint,
  Contents,
  CrawlCommit,
  Frontier,
  FrontierPlace,
  LearnedRules,
  PageListing,
  PageMemories,
  Pages,
  ProjectClaim,
  Projects,
  RobotsCache,
  Runs,
  Secrets,
  Store,
  VisitBody,
  Visits,
  VisitTotals,
} from './store.ts';
export { exportWarc, type WarcOptions } from './warc/export-warc.ts';
