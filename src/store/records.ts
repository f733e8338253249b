export interface Project {
  readonly id: number;
  readonly name: string;
  readonly startUrl: string;
  /** JSON, as the project schema wrote it. */
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
  /** What the budgets had used up at the last commit, as JSON; null before the first. */
  readonly budgets: string | null;
  readonly pauseReason: string | null;
}

/** What a run turns into, and when. */
export interface RunChange {
  readonly state: RunState;
  readonly at: number;
  readonly pauseReason?: string;
}

/** A link that is to be visited. Only the first of a run counts: a page is queued at most once per run. */
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

/** What a conditional request needs of the last good visit. */
export interface Validators {
  readonly etag: string | null;
  readonly lastModified: string | null;
  readonly sha256: Uint8Array | null;
}

export interface QueuedPage {
  readonly id: number;
  readonly identity: string;
  readonly identityHash: Uint8Array;
  readonly url: string;
  readonly host: string;
  readonly depth: number;
  readonly foundOn: number | null;
  readonly linkKind: string;
  /** Null when no visit was good yet. */
  readonly lastGood: Validators | null;
}

export interface Hop {
  readonly url: string;
  readonly status: number;
}

export type Outcome = 'ok' | 'error' | 'left-out';

export interface VisitRecord {
  readonly pageId: number;
  readonly at: number;
  /** Null when there was no answer. */
  readonly status: number | null;
  readonly outcome: Outcome;
  readonly errorCode: string | null;
  readonly errorMessage: string | null;
  readonly finalUrl: string | null;
  readonly hops: readonly Hop[];
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
}

/** A visit with what the page and the run say about it. */
export interface PageVisit extends VisitRecord {
  readonly runId: number;
  readonly url: string;
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
}

export interface RobotsRecord {
  readonly origin: string;
  readonly fetchedAt: number;
  /** Null when the server could not be asked. */
  readonly status: number | null;
  readonly body: string;
  readonly finalUrl: string | null;
}
