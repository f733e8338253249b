/** Sites that were recorded to calibrate on. Ids grow with time. */
export interface CalibrationSetTable {
  readonly id: number;
  readonly name: string;
  readonly created_at: number;
  /** The setting that was chosen on it, as JSON; null before. */
  readonly recommended: string | null;
  /** Grows with everything that is recorded: what was computed under a smaller number knows less. */
  readonly recorded: number;
}

interface RecordedSiteTable {
  readonly set_id: number;
  /** 1, 2, 3 ... in its set. */
  readonly number: number;
  readonly url: string;
  readonly settings: string;
  readonly started_at: number;
  readonly ended_at: number | null;
  readonly ending: string | null;
}

interface RecordedStateTable {
  readonly set_id: number;
  readonly site: number;
  readonly number: number;
  /** JSON, compressed. */
  readonly taped: Uint8Array;
  /** PNG; null where none was taken. */
  readonly screenshot: Uint8Array | null;
}

/** The key is the fence: an action that was recorded is not tried again. */
interface RecordedTryTable {
  readonly set_id: number;
  readonly site: number;
  readonly place: number;
  /** JSON, compressed. */
  readonly taped: Uint8Array;
}

/** What a judge said about two states of a site; `one` is the smaller number. */
interface CalibrationVerdictTable {
  readonly set_id: number;
  readonly judge: string;
  readonly site: number;
  readonly one: number;
  readonly other: number;
  readonly verdict: 'duplicate' | 'different' | 'unsure';
  readonly at: number;
}

/** What a setting made of the recorded sites. The key is the fence: no point is run twice. */
interface CalibrationPointTable {
  readonly set_id: number;
  /** `broder/words:3@0.2` */
  readonly setting: string;
  /** JSON, compressed. */
  readonly result: Uint8Array;
}

/** Points that somebody is running. Times are those of the database: clocks of machines differ. */
interface CalibrationBatchTable {
  readonly set_id: number;
  /** `broder/words:3` */
  readonly name: string;
  readonly holder: string;
  /** From then on, anybody may take it. */
  readonly until: number;
}

/** Settings that somebody is having tried: whoever has time may help. */
interface CalibrationWishTable {
  readonly set_id: number;
  /** JSON, written by `app`. */
  readonly grid: string;
}

/** Somebody who may see and judge a set, beside administrators. */
interface CalibrationJudgeTable {
  readonly set_id: number;
  readonly user_id: number;
}

export interface CalibrationTables {
  readonly calibration_set: CalibrationSetTable;
  readonly recorded_site: RecordedSiteTable;
  readonly recorded_state: RecordedStateTable;
  readonly recorded_try: RecordedTryTable;
  readonly calibration_verdict: CalibrationVerdictTable;
  readonly calibration_point: CalibrationPointTable;
  readonly calibration_batch: CalibrationBatchTable;
  readonly calibration_wish: CalibrationWishTable;
  readonly calibration_judge: CalibrationJudgeTable;
}

declare module '../../../database/schema.ts' {
  interface Tables extends CalibrationTables {}
}
