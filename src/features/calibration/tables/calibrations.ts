import type { Store } from '../../../database/store.ts';
/** Sites that were recorded together, to find the setting that fits them (D7). */
export interface CalibrationSet {
  readonly id: number;
  readonly name: string;
  readonly createdAt: number;
  /** The setting that was chosen on it: JSON, written by `app`; null before. */
  readonly recommended: string | null;
  /** Grows with everything that is recorded. */
  readonly recorded: number;
}

/** One application, recorded once. */
export interface RecordedSite {
  /** 1, 2, 3 ... in its set. */
  readonly number: number;
  readonly url: string;
  /** JSON, written by `app`: how it was recorded. */
  readonly settings: string;
  readonly startedAt: number;
  readonly endedAt: number | null;
  /** Why it ended; null while it goes on, and for good after a kill. */
  readonly ending: string | null;
}

/** A state, or an action, as JSON written by `app`, with its number. */
export interface RecordedRow {
  readonly number: number;
  readonly taped: string;
}

/** What one action brought, kept in one transaction. */
interface RecordedStep {
  readonly setId: number;
  readonly site: number;
  readonly state: (RecordedRow & { readonly screenshot: Uint8Array | null }) | null;
  /** Null for the index, which no action leads to. */
  readonly tried: RecordedRow | null;
}

const verdictNames = ['duplicate', 'different', 'unsure'] as const;
export type VerdictName = (typeof verdictNames)[number];

/** What a judge said about two states of a site; `one` is the smaller number. */
export interface StoredVerdict {
  readonly judge: string;
  readonly site: number;
  readonly one: number;
  readonly other: number;
  readonly verdict: VerdictName;
  readonly at: number;
}

interface StoredPoint {
  /** `broder/words:3@0.2` */
  readonly setting: string;
  /** JSON, written by `app`. */
  readonly result: string;
}

export interface Calibrations {
  /** Throws STORE_NAME_TAKEN. */
  create(name: string, at: number): Promise<CalibrationSet>;
  find(name: string): Promise<CalibrationSet | null>;
  /** By name. */
  list(): Promise<readonly CalibrationSet[]>;
  /** With all that was recorded, judged and computed. */
  remove(id: number): Promise<void>;
  recommend(id: number, recommended: string): Promise<void>;

  /** The set's next site. What was computed before is forgotten here and whenever something is kept: it knows nothing of it. */
  begin(setId: number, start: Pick<RecordedSite, 'url' | 'settings' | 'startedAt'>): Promise<RecordedSite>;
  /** Throws, and keeps nothing, when the state or the action is there already: another process is recording the site. */
  keep(news: RecordedStep): Promise<void>;
  end(setId: number, site: number, end: Pick<RecordedSite, 'endedAt' | 'ending'>): Promise<void>;
  sites(setId: number): Promise<readonly RecordedSite[]>;
  /** In the order of discovery. */
  states(setId: number, site: number): Promise<readonly RecordedRow[]>;
  /** How many states each site has. */
  stateCounts(setId: number): Promise<ReadonlyMap<number, number>>;
  /** In the order in which they were tried. */
  tried(setId: number, site: number): Promise<readonly RecordedRow[]>;
  /** PNG; null where there is none. */
  screenshot(setId: number, site: number, state: number): Promise<Uint8Array | null>;

  /** In the order in which they were given. */
  verdicts(setId: number): Promise<readonly StoredVerdict[]>;
  /** Replaces what the same judge said about the two before. */
  judge(setId: number, verdict: StoredVerdict): Promise<void>;
  /** Takes back the last verdict of a judge; null when there is none. */
  undo(setId: number, judge: string): Promise<StoredVerdict | null>;

  /** In the order of their settings. */
  points(setId: number): Promise<readonly StoredPoint[]>;
  /** The settings of points that are there. */
  pointsDone(setId: number): Promise<ReadonlySet<string>>;
  /**
   * Points that are there already stay as they are; `batch` is given back with them. False, and nothing is kept, when more was recorded than the set had when it was
   * read.
   */
  keepPoints(
    set: Pick<CalibrationSet, 'id' | 'recorded'>,
    points: readonly StoredPoint[],
    batch?: { readonly name: string; readonly holder: string },
  ): Promise<boolean>;
  /** Takes the first of some batches of points that nobody has, at most so many; none when others have all of them. */
  takeBatches(
    setId: number,
    names: readonly string[],
    claim: BatchClaim,
    most: number,
  ): Promise<readonly string[]>;
  /** Keeps what the holder has for so long again. */
  renewBatches(setId: number, claim: BatchClaim): Promise<void>;
  giveBackBatch(setId: number, name: string, holder: string): Promise<void>;

  /** From now on others may help to try these settings; more that is recorded ends it. */
  wantGrid(setId: number, grid: string): Promise<void>;
  forgetGrid(setId: number, grid: string): Promise<void>;
  wantedGrids(): Promise<readonly WantedGrid[]>;

  /** Users who may see and judge the set, beside administrators. */
  judges(setId: number): Promise<ReadonlySet<number>>;
  /** Replaces them. */
  allowJudges(setId: number, users: readonly number[]): Promise<void>;
}

/** Settings that somebody is having tried. */
export interface WantedGrid {
  readonly set: CalibrationSet;
  /** JSON, written by `app`. */
  readonly grid: string;
}

/** The right to run a batch of points. A process that was killed gives it back by its end. */
export interface BatchClaim {
  /** Names the process; no other one may have the same name. */
  readonly holder: string;
  readonly forMs: number;
}

declare module '../../../database/store.ts' {
  interface Store {
    readonly calibrations: Calibrations;
  }
}

/** What is needed to calibrate, without the right to write anything else. */
export type CalibrationStore = Pick<Store, 'calibrations' | 'close'>;
