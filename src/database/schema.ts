import type { LearnedKind, LearnedState } from '../crawl/tables/learned-rules.ts';
import type { PageChangeKind } from '../crawl/tables/page-changes.ts';
import type { RunState, VisitOutcome } from '../crawl/tables/records.ts';
import type { CalibrationTables } from '../features/calibration/tables/calibration-tables.ts';
import type { ClusterTables } from '../features/cluster/tables/cluster-tables.ts';
import type { OutboxState } from '../features/notifications/tables/outbox.ts';
import type { PeopleTables } from '../features/people/tables/people-tables.ts';
import type { SearchTables } from '../features/search/tables/search-tables.ts';
import type { ExplorationTables } from '../features/states/tables/exploration-tables.ts';
import type { Flag } from '../track/index.ts';
import type { ContentEncoding } from './content/packed-content.ts';
import type { ObjectTables } from './objects/object-tables.ts';

/** Facts about the database itself: `schema_version`, `instance_id`. */
interface MetaTable {
  readonly key: string;
  readonly value: string;
}

/** The next free id of each kind of row. */
interface IdBlockTable {
  readonly name: string;
  readonly next: number;
}

export interface ProjectTable {
  readonly id: number;
  readonly name: string;
  readonly start_url: string;
  readonly settings: string;
  readonly created_at: number;
}

/** Ids grow with time over all projects, so that a later run has the greater id. */
export interface RunTable {
  readonly id: number;
  readonly project_id: number;
  readonly number: number;
  readonly state: RunState;
  readonly started_at: number;
  readonly ended_at: number | null;
  readonly settings: string;
  readonly saved_state: string | null;
  readonly pause_reason: string | null;
  readonly resume_at: number | null;
  readonly due_at: number | null;
  /** `KnownPageCounts` as JSON; null before they are counted. */
  readonly known_pages: string | null;
  /** When, and by whom, its results were confirmed (B9). */
  readonly confirmed_at: number | null;
  readonly confirmed_by: string | null;
  /** When visits of it were removed, and its `VisitSums` as JSON from before. */
  readonly tidied_at: number | null;
  readonly totals: string | null;
}

/** A page of a project. The frontier is this table: the rows whose `queued` is 1. */
interface PageTable {
  readonly id: number;
  readonly project_id: number;
  readonly identity: string;
  readonly identity_hash: Uint8Array;
  readonly url: string;
  readonly host: string;
  readonly depth: number;
  readonly found_on: number | null;
  readonly link_kind: string;
  /** The last run that queued it. */
  readonly run_id: number;
  readonly queued: 0 | 1;
  /** The last run whose visit was good: the key of the version that the next visit is compared with. */
  readonly good_run_id: number | null;
  /** The run that brought that version: a visit that finds the page unchanged keeps it. */
  readonly version_run_id: number | null;
  /** Of the last visit. */
  readonly last_flag: Flag | null;
  /** The time before each visit and whether it found a change, packed by `track`. */
  readonly samples: Uint8Array | null;
  /** When the next visit is worthwhile; null when not known yet. */
  readonly due_at: number | null;
  /** The first runs that found it missing, or in error, since it was last good; null when none did. */
  readonly missing_since: number | null;
  readonly failing_since: number | null;
  /** The page that this one turned out to be, after volatile parts of its URL were learned. */
  readonly superseded_by: number | null;
}

/** The result of a page in a run. The key is the fence: a second visit of a page in one run is refused. */
export interface VisitTable {
  readonly run_id: number;
  readonly page_id: number;
  readonly at: number;
  readonly status: number | null;
  readonly outcome: VisitOutcome;
  readonly error_code: string | null;
  readonly error_message: string | null;
  /** Null when it is the page's own URL. */
  readonly final_url: string | null;
  readonly hops: string | null;
  readonly headers: string;
  readonly type: string | null;
  readonly bytes: number | null;
  readonly sha256: Uint8Array | null;
  readonly etag: string | null;
  readonly last_modified: string | null;
  readonly duration_ms: number;
  readonly attempts: number;
  /** Null when the page was left out or has no good version yet. */
  readonly flag: Flag | null;
  readonly reason: string | null;
  /** The first run with this flag since the page was last good; null unless it is missing or in error. */
  readonly since_run_id: number | null;
}

/** What a run told about an updated page, as it judged then (X7). */
interface ToldChangeTable {
  readonly run_id: number;
  readonly page_id: number;
  /** `groupKeys` of its changes. */
  readonly keys: Uint8Array;
  /** `ToldPage` as JSON, compressed. */
  readonly told: Uint8Array;
}

/** A body, stored once however many pages have it. */
export interface ContentTable {
  readonly sha256: Uint8Array;
  readonly bytes: number;
  readonly stored_bytes: number;
  readonly encoding: ContentEncoding;
  /** Null when the body is elsewhere: in an object, or, too large for the row, in a file or in `content_part`. */
  readonly data: Uint8Array | null;
  /** The object that holds the body, and where in it; null when none does. */
  readonly object_id: number | null;
  readonly object_offset: number | null;
}

/** A piece of a large body, on a server (see `content-part.ts`). */
interface ContentPartTable {
  readonly sha256: Uint8Array;
  /** 0, 1, 2 ... */
  readonly part: number;
  readonly data: Uint8Array;
}

/** URLs that a run did not follow, counted by reason. */
interface LeftOutTable {
  readonly run_id: number;
  readonly reason: string;
  readonly count: number;
  readonly example_url: string;
}

/** A secret of a user, encrypted with a key that the database does not have. */
interface SecretTable {
  readonly name: string;
  readonly sealed: string;
  readonly changed_at: number;
}

/** Rules learned about a site: which parts of its URLs and pages are volatile (X1). */
interface LearnedRuleTable {
  readonly project_id: number;
  readonly id: string;
  readonly kind: LearnedKind;
  /** The host whose pages it is about. */
  readonly host: string;
  /** JSON, written by `url` or `track`. */
  readonly rule: string;
  readonly state: LearnedState;
  /** Why it was withdrawn. */
  readonly note: string | null;
  readonly since_run_id: number;
  readonly changed_run_id: number;
}

/** Hashes of every leaf that a page ever had (C3), packed by `SeenMemory`. */
interface PageMemoryTable {
  readonly page_id: number;
  readonly hashes: Uint8Array;
}

/** How the good version of a file was listed, for protocols that list before they fetch (B1). */
export interface ListedFileTable {
  readonly page_id: number;
  readonly size: number | null;
  readonly modified_at: number | null;
  /** The precision of that time, in milliseconds. */
  readonly modified_unit: number | null;
  readonly hash: string | null;
  readonly listed_at: number;
}

/** What a page shows, as a hash of text, links and images (E3). */
interface SignatureTable {
  readonly page_id: number;
  readonly project_id: number;
  readonly signature: Uint8Array;
}

/** A page that shows what another one shows (E3). */
interface AliasTable {
  readonly page_id: number;
  readonly project_id: number;
  readonly of_page_id: number;
  readonly since_run_id: number;
  /** How many visits in a row found both the same. */
  readonly agreements: number;
}

/** Messages on their way, one row for each occasion and channel. */
export interface OutboxTable {
  readonly id: string;
  readonly project_id: number;
  readonly occasion: string;
  readonly channel: string;
  readonly bundle: string;
  readonly told: string;
  readonly at: number;
  readonly deliver_after: number;
  readonly state: OutboxState;
  readonly attempts: number;
  readonly next_try: number;
  readonly message: string | null;
  /** Who is sending it, and until when nobody else may. */
  readonly claim: string | null;
  readonly claimed_until: number | null;
  readonly last_error: string | null;
  readonly sent_at: number | null;
}

/** What happened to a page: the rows of the change feed (B8). */
interface PageChangeTable {
  readonly id: number;
  readonly project_id: number;
  readonly run_id: number;
  readonly page_id: number;
  readonly kind: PageChangeKind;
  readonly at: number;
  /** Its place in the feed; null until it gets one (see `page-change.ts`). */
  readonly place: number | null;
}

/** A program that reads the change feed under a name of its own, and how far it has read. */
interface FeedReaderTable {
  readonly user_id: number;
  readonly name: string;
  readonly project_id: number | null;
  readonly place: number;
  readonly at: number;
}

/** What a detector found at a visit. */
interface FoundMatchTable {
  readonly run_id: number;
  readonly page_id: number;
  /** 0, 1, 2 ... among the matches of the page. */
  readonly place: number;
  readonly detector: string;
  /** `Match` as JSON, compressed. */
  readonly evidence: Uint8Array;
}

/** What detectors have told about a page (C6), packed by `ResultsMemory`. */
interface ResultMemoryTable {
  readonly page_id: number;
  readonly results: Uint8Array;
}

/** How a browser showed a page at a visit; no row where none did. */
interface RenderingTable {
  readonly run_id: number;
  readonly page_id: number;
  /** How often the page was rendered to be compared; 0 when only a picture was taken. */
  readonly times: number;
  /** The hash of the picture's content. */
  readonly picture: Uint8Array | null;
}

/** How far somebody has read what the runs of a project told. */
interface ReadMarkTable {
  readonly reader: string;
  readonly project_id: number;
  readonly run_number: number;
}

/** The whole schema, as the query builder sees it. */
export interface Tables
  extends PeopleTables,
    ExplorationTables,
    CalibrationTables,
    SearchTables,
    ClusterTables,
    ObjectTables {
  readonly meta: MetaTable;
  readonly id_block: IdBlockTable;
  readonly project: ProjectTable;
  readonly run: RunTable;
  readonly page: PageTable;
  readonly visit: VisitTable;
  readonly told_change: ToldChangeTable;
  readonly content: ContentTable;
  readonly content_part: ContentPartTable;
  readonly left_out: LeftOutTable;
  readonly learned_rule: LearnedRuleTable;
  readonly page_memory: PageMemoryTable;
  readonly listed_file: ListedFileTable;
  readonly signature: SignatureTable;
  /** The same without what differs at every fetch, for pages that have such places. */
  readonly quiet_signature: SignatureTable;
  readonly alias: AliasTable;
  readonly secret: SecretTable;
  readonly outbox: OutboxTable;
  readonly page_change: PageChangeTable;
  readonly feed_reader: FeedReaderTable;
  readonly found_match: FoundMatchTable;
  readonly result_memory: ResultMemoryTable;
  readonly rendering: RenderingTable;
  readonly read_mark: ReadMarkTable;
}
