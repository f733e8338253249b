export { packContent } from './content/pack-content.ts';
export type { ContentEncoding, PackedContent } from './content/packed-content.ts';
export { StoreError, type StoreErrorCode, storeErrors } from './errors.ts';
export { openStore } from './open-store.ts';
export type { PostgresOptions, SqliteOptions, StoreOptions } from './options.ts';
export type {
  DiscoveredPage,
  Hop,
  LeftOut,
  ListedPage,
  Outcome,
  PageVisit,
  Project,
  QueuedPage,
  RobotsRecord,
  Run,
  RunChange,
  RunState,
  Validators,
  VisitRecord,
} from './records.ts';
export type {
  CommitPoint,
  Contents,
  CrawlCommit,
  Frontier,
  FrontierPlace,
  PageListing,
  Pages,
  ProjectClaim,
  Projects,
  RobotsCache,
  Runs,
  Store,
  VisitBody,
  Visits,
  VisitTotals,
} from './store.ts';
export { exportWarc, type WarcOptions } from './warc/export-warc.ts';
