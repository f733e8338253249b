import { bytes, integer, orNull, type RowOf, table, text, textOf } from '../../../database/table.ts';
/** Sites that were recorded to calibrate on. Ids grow with time. */
export const calibrationSetTable = table(
  'calibration_set',
  {
    id: integer,
    name: text,
    created_at: integer,
    /** The setting that was chosen on it, as JSON; null before. */
    recommended: orNull(text),
    /** Grows with everything that is recorded: what was computed under a smaller number knows less. */
    recorded: integer,
  },
  { key: ['id'], indexes: ['UNIQUE INDEX calibration_set_name ON calibration_set (name)'], takesIds: true },
);
export type CalibrationSetTable = RowOf<typeof calibrationSetTable>;

export const recordedSiteTable = table(
  'recorded_site',
  {
    set_id: integer,
    /** 1, 2, 3 ... in its set. */
    number: integer,
    url: text,
    settings: text,
    started_at: integer,
    ended_at: orNull(integer),
    ending: orNull(text),
  },
  { key: ['set_id', 'number'] },
);

export const recordedStateTable = table(
  'recorded_state',
  {
    set_id: integer,
    site: integer,
    number: integer,
    /** JSON, compressed. */
    taped: bytes,
    /** PNG; null where none was taken. */
    screenshot: orNull(bytes),
  },
  { key: ['set_id', 'site', 'number'] },
);

/** The key is the fence: an action that was recorded is not tried again. */
export const recordedTryTable = table(
  'recorded_try',
  {
    set_id: integer,
    site: integer,
    place: integer,
    /** JSON, compressed. */
    taped: bytes,
  },
  { key: ['set_id', 'site', 'place'] },
);

/** What a judge said about two states of a site; `one` is the smaller number. */
export const calibrationVerdictTable = table(
  'calibration_verdict',
  {
    set_id: integer,
    judge: text,
    site: integer,
    one: integer,
    other: integer,
    verdict: textOf<'duplicate' | 'different' | 'unsure'>(),
    at: integer,
  },
  { key: ['set_id', 'judge', 'site', 'one', 'other'] },
);

/** What a setting made of the recorded sites. The key is the fence: no point is run twice. */
export const calibrationPointTable = table(
  'calibration_point',
  {
    set_id: integer,
    /** `broder/words:3@0.2` */
    setting: text,
    /** JSON, compressed. */
    result: bytes,
  },
  { key: ['set_id', 'setting'] },
);

/** Points that somebody is running. Times are those of the database: clocks of machines differ. */
export const calibrationBatchTable = table(
  'calibration_batch',
  {
    set_id: integer,
    /** `broder/words:3` */
    name: text,
    holder: text,
    /** From then on, anybody may take it. */
    until: integer,
  },
  { key: ['set_id', 'name'], backup: false },
);

/** Settings that somebody is having tried: whoever has time may help. */
export const calibrationWishTable = table(
  'calibration_wish',
  {
    set_id: integer,
    /** JSON, written by `app`. */
    grid: text,
  },
  { key: ['set_id', 'grid'], backup: false },
);

/** Somebody who may see and judge a set, beside administrators. */
export const calibrationJudgeTable = table(
  'calibration_judge',
  {
    set_id: integer,
    user_id: integer,
  },
  { key: ['set_id', 'user_id'] },
);

export interface CalibrationTables {
  readonly calibration_set: RowOf<typeof calibrationSetTable>;
  readonly recorded_site: RowOf<typeof recordedSiteTable>;
  readonly recorded_state: RowOf<typeof recordedStateTable>;
  readonly recorded_try: RowOf<typeof recordedTryTable>;
  readonly calibration_verdict: RowOf<typeof calibrationVerdictTable>;
  readonly calibration_point: RowOf<typeof calibrationPointTable>;
  readonly calibration_batch: RowOf<typeof calibrationBatchTable>;
  readonly calibration_wish: RowOf<typeof calibrationWishTable>;
  readonly calibration_judge: RowOf<typeof calibrationJudgeTable>;
}

declare module '../../../database/schema.ts' {
  interface Tables extends CalibrationTables {}
}
