import type { JudgedChange, ToldPage } from '../../track/index.ts';

/** What is new on an updated page, for the stages after tracking. */
export interface PageNews {
  /** The changes with their whole segments, before and after; no noise. */
  readonly changes: readonly JudgedChange[];
  /** What is stored with the visit: the changes in words, and the noise. */
  readonly told: ToldPage;
}
