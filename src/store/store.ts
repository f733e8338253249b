import type { Flag, ToldPage } from '../track/index.ts';
import type { PackedContent } from './content/packed-content.ts';
import type { FoundMatches, FoundVisit } from './found-matches.ts';
import type { NewOutboxRow, Outbox } from './outbox.ts';
import type {
  Alias,
  AliasNews,
  DiscoveredPage,
  FlaggedVisit,
  KnownPage,
  KnownPageCounts,
  LastingFlag,
  LearnedRule,
  LeftOut,
  ListedFile,
  ListedPage,
  NewVisit,
  PageOrigin,
  PageVisit,
  Project,
  QueuedPage,
  RenamedPage,
  Run,
  RunChange,
  SharedText,
  ToldVisit,
  UpdatedPage,
  VisitRecord,
} from './records.ts';
import type { FoundVersion, SearchFilter } from './search/search-index.ts';
import type { SearchQuery } from './search/search-query.ts';
import type { Statistics } from './statistics.ts';

/** The right to write one project. It ends with `release`, with the connection, or with the process. */
export interface ProjectClaim {
  release(): Promise<void>;
}

export interface Projects {
  /** Throws STORE_NAME_TAKEN when the name is in use. */
  create(project: Omit<Project, 'id'>): Promise<Project>;
  find(name: string): Promise<Project | null>;
  /** By name. */
  list(): Promise<readonly Project[]>;
  /** Replaces what the user may edit. */
  change(id: number, change: Pick<Project, 'startUrl' | 'settings'>): Promise<void>;
  /** Call before a run writes. Throws STORE_LOCKED, naming the owner. */
  claim(id: number): Promise<ProjectClaim>;
  /** Deletes its runs, pages and visits too, and the contents that no other project has. The caller must hold the claim. */
  remove(id: number): Promise<void>;
}

export interface Runs {
  /** Starts the project's next run. */
  begin(projectId: number, start: Pick<Run, 'startedAt' | 'settings'>): Promise<Run>;
  /** The newest run; null before the first. */
  latest(projectId: number): Promise<Run | null>;
  /** Newest first. */
  list(projectId: number): Promise<readonly Run[]>;
  change(runId: number, change: RunChange): Promise<void>;
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

export interface PageListing {
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

export interface VisitTotals {
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
  /** The updated pages of a run, or those of the given ones, in the order of page ids, after the given page. */
  updated(
    runId: number,
    part: { after?: number; limit: number; among?: readonly number[] },
  ): Promise<readonly UpdatedPage[]>;
}

/** Rules that Tidemark learned about the sites of a project. */
export interface LearnedRules {
  /** Includes those that are off or withdrawn, in the order in which they were learned. */
  list(projectId: number): Promise<readonly LearnedRule[]>;
  /** Switches one on or off; false when there is no such rule. */
  switch(projectId: number, id: string, state: 'on' | 'off'): Promise<boolean>;
}

export interface Aliases {
  /** By the page they are aliases of. */
  list(projectId: number): Promise<readonly Alias[]>;
  /** Pages that share their text, or its quiet part, with another page: grouped by signature, after the given signature. */
  sharedTexts(
    projectId: number,
    part: { after: Uint8Array | null; texts: number; of?: 'signature' | 'quiet_signature' },
  ): Promise<readonly SharedText[]>;
}

/** Hashes of every leaf that a page ever had, packed; null when there are none. */
export interface PageMemories {
  read(pageId: number): Promise<Uint8Array | null>;
}

/** How files were listed. */
export interface Listings {
  /** The known ones among the pages, in no particular order. */
  find(pageIds: readonly number[]): Promise<readonly ListedFile[]>;
}

export interface Contents {
  /** The original bytes. Throws STORE_CONTENT_UNKNOWN, or STORE_CONTENT_DAMAGED when they are not what was stored. */
  read(sha256: Uint8Array): Promise<Uint8Array>;
  has(sha256: Uint8Array): Promise<boolean>;
}

/** A version that is not in the search index yet. */
export interface UnindexedVersion {
  readonly projectId: number;
  readonly runId: number;
  readonly pageId: number;
  readonly url: string;
  readonly finalUrl: string | null;
  readonly at: number;
  readonly sha256: Uint8Array;
  readonly headers: readonly (readonly [string, string])[];
  readonly type: string | null;
  readonly bytes: number | null;
}

/** A version with its words, as `searchWords` makes them; without any it is known, and never found. */
export interface SearchDocument extends Pick<UnindexedVersion, 'projectId' | 'runId' | 'pageId' | 'at'> {
  readonly title: readonly string[];
  readonly text: readonly string[];
}

/**
 * The index over the words of all versions (B15). It is filled after the visits, from what is stored: what a kill leaves out is
 * still missing afterwards, and is added by the next who asks.
 */
export interface Search {
  find(query: SearchQuery, filter: SearchFilter): Promise<readonly FoundVersion[]>;
  /** The oldest versions that are not in the index. */
  missing(limit: number): Promise<readonly UnindexedVersion[]>;
  add(documents: readonly SearchDocument[]): Promise<void>;
  /** Called when nothing was missing: finished runs need not be looked through again. */
  noteComplete(): Promise<void>;
}

/** Secrets of users, encrypted by the caller: the database never sees one in plain text. */
export interface Secrets {
  /** Encrypted; null when there is none of that name. */
  find(name: string): Promise<string | null>;
  /** By name. */
  list(): Promise<readonly { readonly name: string; readonly changedAt: number }[]>;
  /** Replaces an older one of that name. */
  keep(name: string, sealed: string, at: number): Promise<void>;
  /** False when there was none. */
  remove(name: string): Promise<boolean>;
}

/** The body that a visit brought. */
export interface VisitBody {
  readonly pageId: number;
  readonly body: Uint8Array;
  /** The media type, when known. */
  readonly type: string | null;
}

/** A body that is complete and synced in a file. The commit takes the file over: afterwards it is gone. */
export interface BodyFile {
  readonly path: string;
  readonly sha256: Uint8Array;
  readonly bytes: number;
  readonly type: string | null;
}

/** What one batch of visits found. */
export interface CrawlCommit {
  readonly projectId: number;
  readonly runId: number;
  readonly visits: readonly NewVisit[];
  /** What the run tells about those of them that were updated. */
  readonly told?: readonly ToldVisit[];
  /** What detectors found on them. */
  readonly found?: readonly FoundVisit[];
  /** Bodies that the store packs and names in the visits of their pages. Their buffers are gone afterwards. */
  readonly bodies?: readonly VisitBody[];
  /** Bodies that are packed already. */
  readonly contents: readonly PackedContent[];
  /** Bodies too large for memory, named by their visits. */
  readonly files?: readonly BodyFile[];
  readonly listed?: readonly ListedFile[];
  readonly discovered: readonly DiscoveredPage[];
  readonly leftOut: readonly LeftOut[];
  /** Pages of earlier runs that this one visits again, by id. */
  readonly revisits?: readonly number[];
  readonly renamed?: readonly RenamedPage[];
  /** A host whose 304s of this run do not count: their visits are removed, and their pages queued again. */
  readonly untrue304?: string;
  /** Rules learned or changed; a rule with the same id is replaced. */
  readonly learned?: readonly Omit<LearnedRule, 'sinceRunId' | 'changedRunId'>[];
  readonly memories?: readonly { readonly pageId: number; readonly hashes: Uint8Array }[];
  readonly aliases?: AliasNews;
  /** What is told about the batch; sent after the commit. A row that is there already stays as it is. */
  readonly outbox?: readonly NewOutboxRow[];
  readonly knownPages?: KnownPageCounts;
  /** Replaces what the run saved before. */
  readonly savedState?: string;
  /** Finishes or pauses the run together with its last batch. */
  readonly run?: RunChange;
}

/** Moments inside a commit at which a test may stop the process. */
export type CommitPoint =
  | 'before begin'
  | 'after contents'
  | 'after visits'
  | 'after discovered'
  | 'before commit'
  | 'after commit';

export interface Store {
  readonly projects: Projects;
  readonly runs: Runs;
  readonly frontier: Frontier;
  readonly pages: Pages;
  readonly visits: Visits;
  readonly told: ToldChanges;
  readonly found: FoundMatches;
  readonly statistics: Statistics;
  readonly contents: Contents;
  readonly learned: LearnedRules;
  readonly aliases: Aliases;
  readonly memories: PageMemories;
  readonly listings: Listings;
  readonly secrets: Secrets;
  readonly search: Search;
  readonly outbox: Outbox;
  /** One transaction: on return all of it is on disk; when it throws, none of it. */
  commit(batch: CrawlCommit): Promise<void>;
  close(): Promise<void>;
}

interface AnyStoreOptions {
  /** `write` creates what is missing and brings the schema up to date; `read` changes nothing. */
  readonly access: 'write' | 'read';
  /** Who is writing, for the message that refuses a second writer. Default: `tidemark`. */
  readonly command?: string;
  /** Called at each point of a commit. What it throws undoes the commit, unless it is already done. */
  readonly onPoint?: (point: CommitPoint) => void;
}

export interface SqliteOptions extends AnyStoreOptions {
  readonly kind: 'sqlite';
  /** The data folder. */
  readonly folder: string;
  /** Write in a thread of its own, so that the caller's thread does not wait for the disk. Default: false. */
  readonly thread?: boolean;
  /** The most 4 KiB pages that the database may have; simulates a full disk in tests. */
  readonly maxPageCount?: number;
  /** The most bytes that large bodies may take in files. Default: no limit. */
  readonly largeBodyQuota?: number;
}

export interface PostgresOptions extends AnyStoreOptions {
  readonly kind: 'postgres';
  readonly url: string;
}

export type StoreOptions = SqliteOptions | PostgresOptions;
