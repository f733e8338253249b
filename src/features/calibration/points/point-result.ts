/** The result of a setting on one recorded site. It does not depend on verdicts, so it stays valid when they change. */
export interface SiteResult {
  readonly site: number;
  /** The recorded states that the setting keeps, in the order of discovery. */
  readonly kept: readonly number[];
  /** For each recorded state, the kept state that it was regarded as: itself when it is kept, or when it is like no kept state. */
  readonly takenFor: readonly number[];
  /** Recorded states that were never reached, because the states that lead to them were regarded as others. */
  readonly unreached: readonly number[];
  /** The number of actions that an exploration with this setting tries, of those that were tried during the recording. */
  readonly tried: number;
}

export interface PointResult {
  readonly sites: readonly SiteResult[];
  /** The average time for the fingerprint of a page; it depends on the machine and its load. */
  readonly microsPerPage: number;
}

/** A setting with its results on the sites. */
export interface RunPoint {
  readonly setting: string;
  readonly result: PointResult;
}
