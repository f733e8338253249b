import type { Tables } from '../../database/schema.ts';
import type { Flag, ReportedPage } from '../../track/index.ts';

export interface Project {
  readonly id: number;
  readonly name: string;
  readonly startUrl: string;
  /** JSON, as the project schema writes it. */
  readonly settings: string;
  readonly createdAt: number;
}

export type RunState = 'running' | 'finished' | 'paused';

export interface Run {
  readonly id: number;
  readonly projectId: number;
  /** 1, 2, 3 ... within the project. */
  readonly number: number;
  readonly state: RunState;
  readonly startedAt: number;
  readonly endedAt: number | null;
  readonly settings: string;
  /** What a resumed run needs besides the frontier, as JSON; null before the first save. */
  readonly savedState: string | null;
  readonly pauseReason: string | null;
  /** When a site that asked for a long wait may be asked again; null when the run is not paused for that. */
  readonly resumeAt: number | null;
  /** The time of the schedule that it is for; null when it was started by hand. One that began later is late. */
  readonly dueAt: number | null;
  /** Null before they are counted. */
  readonly knownPages: KnownPageCounts | null;
  /** When, and by whom, its results were confirmed (B9); null before. */
  readonly confirmed: { readonly at: number; readonly by: string } | null;
  /** When visits of it that found nothing new were removed; null when everything is there. */
  readonly tidiedAt: number | null;
}

/** Whether a run ended with its process, and not because somebody wanted it to. */
export function wasCutOff({ state, pauseReason }: Run): boolean {
  return state === 'running' || (state === 'paused' && pauseReason === 'interrupted');
}

/** How many pages of earlier runs a run visits again, and how many it leaves alone (B3). */
export interface KnownPageCounts {
  /** Pages with a good version that are visited again. */
  readonly due: number;
  readonly notDue: number;
  /** Aliases that are not asked for again this time (E3). */
  readonly aliases: number;
  /** No longer part of what the project asks for. */
  readonly excluded: number;
}

/** What a run turns into, and when. */
export interface RunChange {
  readonly state: RunState;
  readonly at: number;
  readonly pauseReason?: string;
  readonly resumeAt?: number | null;
}

/** A link to visit. A page is queued at most once per run: later links to it change nothing. */
export interface DiscoveredPage {
  readonly identity: string;
  /** 16 bytes. Two pages of a project are the same page exactly when these are equal. */
  readonly identityHash: Uint8Array;
  readonly url: string;
  readonly host: string;
  readonly depth: number;
  /** The page that linked to it; null for a start URL. */
  readonly foundOn: number | null;
  readonly linkKind: string;
}

/** A link from a page of another host, of a run that several workers visit together. */
export interface Offer {
  readonly url: string;
  readonly host: string;
  /** Of the link. */
  readonly kind: string;
  readonly depth: number;
  readonly foundOn: number | null;
}

/** What the next visit needs to know about the last good one. */
export interface LastGood {
  readonly at: number;
  readonly etag: string | null;
  readonly lastModified: string | null;
  /** Of the version: the page as it was when it last changed. */
  readonly sha256: Uint8Array | null;
  readonly type: string | null;
  readonly bytes: number | null;
  /** The run that brought the version. */
  readonly versionRunId: number;
}

/** A page that waits for its visit, as it was discovered. */
export interface QueuedPage extends DiscoveredPage {
  readonly id: number;
  /** Null when there was no good visit yet. */
  readonly lastGood: LastGood | null;
  /** Of the previous visit; null at the first. */
  readonly lastFlag: Flag | null;
  /** Earlier visits, for the change rate. */
  readonly samples: Uint8Array | null;
}

/** A page of earlier runs, as the next run finds it. */
export interface KnownPage {
  readonly id: number;
  readonly identity: string;
  readonly identityHash: Uint8Array;
  readonly url: string;
  readonly host: string;
  readonly depth: number;
  readonly linkKind: string;
  /** The page that linked to it; null for a start URL. */
  readonly foundOn: number | null;
  /** The run in whose queue it is; null when it is in none. */
  readonly waitsIn: number | null;
  /** Whether it has a good version. */
  readonly isGood: boolean;
  /** The flag of its last visit; null before the first. */
  readonly lastFlag: Flag | null;
  readonly dueAt: number | null;
  /** Null when it is not an alias. */
  readonly aliasAgreements: number | null;
}

export interface VisitHop {
  readonly url: string;
  readonly status: number;
}

export type VisitOutcome = 'ok' | 'error' | 'left-out';

export interface VisitRecord {
  readonly pageId: number;
  readonly at: number;
  /** Null when there was no answer. */
  readonly status: number | null;
  readonly outcome: VisitOutcome;
  readonly errorCode: string | null;
  readonly errorMessage: string | null;
  readonly finalUrl: string | null;
  readonly hops: readonly VisitHop[];
  readonly headers: readonly (readonly [string, string])[];
  /** The media type without parameters. */
  readonly type: string | null;
  readonly bytes: number | null;
  /** Names the content; null when nothing was kept. */
  readonly sha256: Uint8Array | null;
  readonly etag: string | null;
  readonly lastModified: string | null;
  readonly durationMs: number;
  readonly attempts: number;
  /** Null when the page was left out or has no good version yet. */
  readonly flag: Flag | null;
  readonly reason: string | null;
}

/** A visit as it is committed. */
export interface NewVisit extends VisitRecord {
  /** Whether later visits are compared with what this visit brought. */
  readonly bringsVersion: boolean;
  /** All visits including this one, for the change rate; null leaves the stored ones unchanged. */
  readonly samples: Uint8Array | null;
  readonly dueAt: number | null;
  /** A hash of the text that the visit brought (E3); null when it brought none. */
  readonly signature: Uint8Array | null;
  /** A hash of its text without what differs at every fetch; null when there is nothing of that kind, or it is known. */
  readonly quietSignature: Uint8Array | null;
}

/** A visit with its run and the URL of its page. */
export interface PageVisit extends VisitRecord {
  readonly runId: number;
  readonly url: string;
}

/** A row of a run's report. */
export interface FlaggedVisit {
  readonly pageId: number;
  readonly url: string;
  readonly identity: string;
  readonly flag: Flag;
  readonly reason: string;
  readonly type: string | null;
  readonly status: number | null;
  readonly at: number;
}

/** What a run tells about a page that it found updated. */
export interface ReportedVisit {
  readonly pageId: number;
  readonly reported: ReportedPage;
}

/** A page that a run found updated. */
export interface UpdatedPage {
  readonly pageId: number;
  readonly url: string;
  readonly identity: string;
  readonly reason: string;
  /** The keys of its changes (`groupKeys`); null when the run stored nothing in words. */
  readonly keys: Uint8Array | null;
}

/** A page that is missing or in error, and since when. */
export interface LastingFlag {
  readonly pageId: number;
  readonly url: string;
  readonly identity: string;
  readonly flag: Flag;
  readonly reason: string;
  /** The first run with this flag since the page was last good. */
  readonly sinceRunId: number;
}

/**
 * A new identity for a page, after volatile parts of its URL were learned. When another page has that identity already,
 * this one is superseded by it.
 */
export interface RenamedPage {
  readonly pageId: number;
  readonly identity: string;
  readonly identityHash: Uint8Array;
}

/** URLs that a run did not follow, counted by reason. */
export interface LeftOut {
  readonly reason: string;
  readonly count: number;
  readonly exampleUrl: string;
}

/** A page with its last good visit; the visit's fields are null when there was none. */
export interface ListedPage {
  readonly id: number;
  readonly url: string;
  readonly identity: string;
  readonly status: number | null;
  readonly type: string | null;
  readonly bytes: number | null;
  readonly sha256: Uint8Array | null;
  readonly visitedAt: number | null;
  /** What the last visit told, which may have been less good. */
  readonly lastFlag: Flag | null;
}

/** Where a page was found. */
export interface PageOrigin {
  readonly depth: number;
  readonly linkKind: string;
  /** The page that linked to it; null for a start URL. */
  readonly foundOn: { readonly id: number; readonly url: string } | null;
  /** The page that took its identity when more was learned about the site's URLs; null when there is none. */
  readonly supersededBy: number | null;
}

/** How many pages were read in an hour. */
export interface HourCount {
  /** Hours since 1970. */
  readonly hour: number;
  readonly pages: number;
}

/**
 * Who a user was when a password, a link, a session or a token was checked. A write that follows happens only while the user is still so:
 * hashing takes time, and a body may arrive slowly.
 */
export interface Standing {
  readonly userId: number;
  readonly role: Tables['user_account']['role'];
  readonly credentialVersion: number;
}

/** One line of the audit log: who did what to whom, when and from where. */
export interface AuditNote {
  readonly at: number;
  /** The name of a user, `operator` for the command line, or `nobody`. Names stay when users go. */
  readonly actor: string;
  /** What was done: `log in`, `add user`. */
  readonly action: string;
  /** What it was done to: a user, a project, a token. */
  readonly subject: string;
  readonly detail: string;
  /** The address it was asked from; null for the command line. */
  readonly address: string | null;
  /** What the write rests on; left out for the operator, and for what needs no user. */
  readonly standing?: Standing;
}

export interface AuditEntry extends Omit<AuditNote, 'standing'> {
  readonly id: number;
}

/** Entries before the given id, newest first. */
export interface AuditPart {
  readonly before?: number;
  readonly limit: number;
}
