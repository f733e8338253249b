/** What became of a page since the last good version (A4, B3). */
export type Flag = 'NEW' | 'SAM' | 'UPD' | 'MIS' | 'ERR';

export interface FlagDecision {
  readonly flag: Flag;
  /** Why, in words (X6). */
  readonly reason: string;
  /** Whether what this visit brought becomes the last good version. An error never does. */
  readonly isGoodVersion: boolean;
}
