import type { MessagePort } from 'node:worker_threads';
import type { Aliases } from '../crawl/tables/aliases.ts';
import type { CrawlCommit } from '../crawl/tables/crawl-commit.ts';
import type { LearnedRules } from '../crawl/tables/learned-rules.ts';
import type { Listings } from '../crawl/tables/listings.ts';
import type { PageChanges } from '../crawl/tables/page-changes.ts';
import type {
  FlaggedVisit,
  KnownPage,
  LastingFlag,
  LeftOut,
  ListedPage,
  Offer,
  PageOrigin,
  PageVisit,
  Project,
  QueuedPage,
  Run,
  RunChange,
  UpdatedPage,
  VisitRecord,
} from '../crawl/tables/records.ts';
import type { Renderings } from '../crawl/tables/renderings.ts';
import type { Calibrations } from '../features/calibration/tables/calibrations.ts';
import type { FeedReaders } from '../features/change-feed/tables/feed-readers.ts';
import type { FoundMatches } from '../features/detectors/tables/found-matches.ts';
import type { Outbox } from '../features/notifications/tables/outbox.ts';
import type { People } from '../features/people/tables/people.ts';
import type { AuditNote } from '../features/people/tables/people-records.ts';
import type { ReadMarks } from '../features/reports/tables/read-marks.ts';
import type { Upkeep } from '../features/retention/tables/upkeep.ts';
import type { Search } from '../features/search/tables/version-search.ts';
import type { Explorations } from '../features/states/tables/explorations.ts';
import type { Statistics } from '../features/statistics/tables/statistics.ts';
import type { Flag, ToldPage } from '../track/index.ts';

/** The right to write one project. It ends with `release`, with the connection, or with the process. */
export interface ProjectClaim {
  release(): Promise<void>;
}

/** Changes write their lines of the audit log in the same transaction: neither is ever without the other. */
export interface Projects {
  /** `owner` is the user whose own it becomes, in the same transaction. Throws STORE_NAME_TAKEN when the name is in use. */
  create(
    project: Omit<Project, 'id'>,
    beginning?: { readonly owner: number | null; readonly notes: readonly AuditNote[] },
  ): Promise<Project>;
  find(name: string): Promise<Project | null>;
  /** By name. */
  list(): Promise<readonly Project[]>;
  /** Replaces what the user may edit. */
  change(
    id: number,
    change: Pick<Project, 'startUrl' | 'settings'>,
    notes?: readonly AuditNote[],
  ): Promise<void>;
  /** Call before a run writes. Throws STORE_LOCKED, naming the owner. */
  claim(id: number): Promise<ProjectClaim>;
  /** Deletes its runs, pages and visits too, and the contents that no other project has. The caller must hold the claim. */
  remove(id: number, notes?: readonly AuditNote[]): Promise<void>;
}

export interface Runs {
  /** Starts the project's next run. */
  begin(
    projectId: number,
    start: Pick<Run, 'startedAt' | 'settings'> & Partial<Pick<Run, 'dueAt'>>,
  ): Promise<Run>;
  /** The newest run; null before the first. */
  latest(projectId: number): Promise<Run | null>;
  /** The newest run of every project that has one, by the ids of projects. */
  latestOfAll(): Promise<ReadonlyMap<number, Run>>;
  /** How many projects have a newest run that pauses (unless its process was ended), and one that read no page at all. */
  inTrouble(): Promise<{ readonly paused: number; readonly failing: number }>;
  /** Newest first. */
  list(projectId: number): Promise<readonly Run[]>;
  change(runId: number, change: RunChange): Promise<void>;
  /** Notes that somebody has looked at the results; the first time counts. */
  confirm(
    runId: number,
    confirmed: { readonly at: number; readonly by: string },
    notes?: readonly AuditNote[],
  ): Promise<void>;
  /** Why URLs were left out, most frequent first. */
  leftOut(runId: number): Promise<readonly LeftOut[]>;
}

/** A place in a host's queue. */
export interface FrontierPlace {
  readonly depth: number;
  readonly id: number;
}

/** The pages that a run still has to visit. A page leaves when the commit with its visit is done, not before. */
export interface Frontier {
  /** A host's pages by depth, then by age, after the given place. */
  next(
    runId: number,
    host: string,
    after: FrontierPlace | null,
    limit: number,
  ): Promise<readonly QueuedPage[]>;
  hosts(runId: number): Promise<readonly { readonly host: string; readonly queued: number }[]>;
  count(runId: number): Promise<number>;
  /** The hashes of every page that the run has queued so far, visited or not: 16 bytes each, end to end. */
  identityHashes(runId: number): AsyncIterable<Uint8Array>;
}

/** Links that pages of other hosts have offered to the hosts of this store. On one machine nobody else visits hosts, and there are none. */
export interface Offers {
  /** Those that were not looked at, close to the start first. */
  waiting(runId: number, limit: number): Promise<readonly Offer[]>;
}

interface PageListing {
  /** The id of the last page of the previous part. */
  readonly after?: number;
  readonly limit: number;
  /** `good` (default): pages with a good visit. `all`: also those that never had one. */
  readonly which?: 'good' | 'all';
}

export interface Pages {
  /** In the order of discovery. */
  list(projectId: number, listing: PageListing): Promise<readonly ListedPage[]>;
  /** Every page of earlier runs, in the order of ids, after the given one: what the next run visits again. */
  known(projectId: number, part: { after: number; limit: number }): Promise<readonly KnownPage[]>;
  /** By id, by identity hash (16 bytes), or by exact fetch URL or identity. */
  find(projectId: number, name: number | Uint8Array | string): Promise<ListedPage | null>;
  /** When the first of a project's pages is likely to have changed (B13); null when no page says so yet. */
  firstDueAt(projectId: number): Promise<number | null>;
  /** How the newest run that queued the page found it; null when there is no such page. */
  origin(pageId: number): Promise<PageOrigin | null>;
}

interface VisitTotals {
  readonly outcome: VisitRecord['outcome'];
  readonly count: number;
  readonly bytes: number;
}

export interface Visits {
  /** Newest first. */
  ofPage(pageId: number, limit: number): Promise<readonly PageVisit[]>;
  /** In the order of page ids, after the given page. */
  ofRun(runId: number, part: { after?: number; limit: number }): Promise<readonly PageVisit[]>;
  totals(runId: number): Promise<readonly VisitTotals[]>;
  find(runId: number, pageId: number): Promise<PageVisit | null>;
  /** The rows of the run's report, in the order of page ids, after the given page. */
  flagged(
    runId: number,
    part: { after?: number; limit: number; flags?: readonly Flag[] },
  ): Promise<readonly FlaggedVisit[]>;
  flagTotals(runId: number): Promise<Readonly<Record<Flag, number>>>;
  /** The pages that are missing or in error in the run, in the order of page ids, after the given page. */
  lasting(runId: number, part: { after?: number; limit: number }): Promise<readonly LastingFlag[]>;
}

/** What runs told. It never changes: not when rules are learned, withdrawn, switched off or on. */
export interface ToldChanges {
  /** What a run told about a page; null when that was nothing in words, or when an earlier version of Tidemark made the run. */
  find(runId: number, pageId: number): Promise<ToldPage | null>;
  /** The same for some pages of a run; those without are left out. */
  findAmong(runId: number, pageIds: readonly number[]): Promise<ReadonlyMap<number, ToldPage>>;
  /** The updated pages of a run, or those of the given ones, in the order of page ids, after the given page. */
  updated(
    runId: number,
    part: { after?: number; limit: number; among?: readonly number[] },
  ): Promise<readonly UpdatedPage[]>;
  /** The same pages with nothing but what groups them: of thousands, the rest takes most of the time. */
  updatedKeys(
    runId: number,
    part: { after?: number; limit: number },
  ): Promise<readonly Pick<UpdatedPage, 'pageId' | 'keys'>[]>;
}

/** Hashes of every leaf that a page ever had, packed; null when there are none. */
export interface PageMemories {
  read(pageId: number): Promise<Uint8Array | null>;
}

export interface Contents {
  /** The original bytes. Throws STORE_CONTENT_UNKNOWN, or STORE_CONTENT_DAMAGED when they are not what was stored. */
  read(sha256: Uint8Array): Promise<Uint8Array>;
  has(sha256: Uint8Array): Promise<boolean>;
}

/** Secrets of users, encrypted by the caller: the database never sees one in plain text. */
export interface Secrets {
  /** Encrypted; null when there is none of that name. */
  find(name: string): Promise<string | null>;
  /** By name. */
  list(): Promise<readonly { readonly name: string; readonly changedAt: number }[]>;
  /** Replaces an older one of that name. The lines of the audit log are written with it, as by `remove`. */
  keep(name: string, sealed: string, at: number, notes?: readonly AuditNote[]): Promise<void>;
  /** Puts other encryptions of the same secrets in their place: all, or with STORE_FENCED none when one has changed meanwhile. */
  replace(
    changes: readonly { readonly name: string; readonly from: string; readonly to: string }[],
  ): Promise<void>;
  /** False when there was none; then nothing is noted. */
  remove(name: string, notes?: readonly AuditNote[]): Promise<boolean>;
}

export interface Store {
  readonly projects: Projects;
  readonly runs: Runs;
  readonly frontier: Frontier;
  readonly offers: Offers;
  readonly pages: Pages;
  readonly visits: Visits;
  readonly told: ToldChanges;
  readonly changes: PageChanges;
  readonly readers: FeedReaders;
  readonly found: FoundMatches;
  readonly renderings: Renderings;
  readonly statistics: Statistics;
  readonly contents: Contents;
  readonly learned: LearnedRules;
  readonly aliases: Aliases;
  readonly memories: PageMemories;
  readonly listings: Listings;
  readonly secrets: Secrets;
  readonly readMarks: ReadMarks;
  readonly search: Search;
  readonly outbox: Outbox;
  readonly people: People;
  readonly explorations: Explorations;
  readonly calibrations: Calibrations;
  readonly upkeep: Upkeep;
  /** Everything as it is at this moment, for `restoreStore`, on the same kind of database or on the other. */
  backup(): AsyncIterable<Uint8Array>;
  /**
   * Commits at multiples of this many milliseconds are written together with those of other runs; null where each is written by itself.
   */
  readonly commitsEvery: number | null;
  /** One transaction: on return all of it is on disk; when it throws, none of it. */
  commit(batch: CrawlCommit): Promise<void>;
  /** A way for another thread of this process to the thread that writes here; null where each thread opens connections of its own. */
  connect(): MessagePort | null;
  close(): Promise<void>;
}

/** What is needed to calibrate, without the right to write anything else. */
export type CalibrationStore = Pick<Store, 'calibrations' | 'close'>;
