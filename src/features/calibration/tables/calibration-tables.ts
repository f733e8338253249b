import { bytes, integer, orNull, type RecordOf, table, text, textOf } from '../../../database/table.ts';

/** Sites that were recorded together, to find the setting that fits them. Ids grow with time. */
export const calibrationSetTable = table(
  'calibration_set',
  {
    id: integer,
    name: text,
    created_at: integer,
    /** The setting that was chosen for this set, as JSON; null before that. */
    recommended: orNull(text),
    /** Grows with each recorded step. A result computed under a smaller number misses newer recordings. */
    recorded: integer,
  },
  { key: ['id'], indexes: ['UNIQUE INDEX calibration_set_name ON calibration_set (name)'], takesIds: true },
);
export type CalibrationSet = RecordOf<typeof calibrationSetTable>;

export const recordedSiteTable = table(
  'recorded_site',
  {
    set_id: integer,
    /** 1, 2, 3 ... in its set. */
    number: integer,
    url: text,
    /** How it was recorded, as JSON. */
    settings: text,
    started_at: integer,
    ended_at: orNull(integer),
    /** Why it ended; null while the recording runs, and always after a kill. */
    ending: orNull(text),
  },
  { key: ['set_id', 'number'] },
);
/** One application, recorded once. */
export type RecordedSite = Omit<RecordOf<typeof recordedSiteTable>, 'setId'>;

export const recordedStateTable = table(
  'recorded_state',
  {
    set_id: integer,
    site: integer,
    number: integer,
    /** JSON, compressed. */
    recording: bytes,
    /** PNG; null where none was taken. */
    screenshot: orNull(bytes),
  },
  { key: ['set_id', 'site', 'number'] },
);

/** The primary key rejects an action that is recorded already. */
export const recordedTryTable = table(
  'recorded_try',
  {
    set_id: integer,
    site: integer,
    number: integer,
    /** JSON, compressed. */
    recording: bytes,
  },
  { key: ['set_id', 'site', 'number'] },
);

/** A judge's verdict on two states of a site; `one` is the smaller number. */
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
export type StoredVerdict = Omit<RecordOf<typeof calibrationVerdictTable>, 'setId'>;

/** The result of a setting on the recorded sites. The primary key rejects a second run of a point. */
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

/** Leases on batches of points. Times are by the clock of the database, because the clocks of machines differ. */
export const calibrationBatchTable = table(
  'calibration_batch',
  {
    set_id: integer,
    /** `broder/words:3` */
    name: text,
    holder: text,
    expires_at: integer,
  },
  { key: ['set_id', 'name'], backup: false },
);

/** Grids of settings that workers may help to run. */
export const calibrationGridTable = table(
  'calibration_grid',
  {
    set_id: integer,
    /** `GridRequest` as JSON. */
    grid: text,
  },
  { key: ['set_id', 'grid'], backup: false },
);

/** A user who may see and judge a set. Administrators always may. */
export const calibrationJudgeTable = table(
  'calibration_judge',
  {
    set_id: integer,
    user_id: integer,
  },
  { key: ['set_id', 'user_id'] },
);
