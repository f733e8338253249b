/** What a setting made of one recorded site. It knows nothing of verdicts: they may change, and it stays. */
export interface SiteResult {
  readonly site: number;
  /** The recorded states that became states, in the order of discovery. */
  readonly kept: readonly number[];
  /** For each recorded state, the kept one that it was taken for: itself, when it is kept or is like none of them. */
  readonly takenFor: readonly number[];
  /** Recorded states that were never reached, because what leads to them was taken for something else. */
  readonly unreached: readonly number[];
  /** Actions that an exploration with this setting tries, of those that were tried when the site was recorded. */
  readonly tried: number;
}

export interface PointResult {
  readonly sites: readonly SiteResult[];
  /** What a fingerprint of a page took on average: it differs from machine to machine and from time to time. */
  readonly microsPerPage: number;
}
