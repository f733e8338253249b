import type { Leaves, Segment } from '../../document/index.ts';
import type { JudgedChange, ReportedPage } from '../../track/index.ts';
import type { PageVersion } from './page-version.ts';

/** What is new on an updated page, for the stages after tracking. */
export interface ChangedText {
  /** The changes with their whole segments, before and after; without noise. */
  readonly changes: readonly JudgedChange[];
  /** What is stored with the visit: the changes in words, and the noise. */
  readonly reported: ReportedPage;
  /** The leaf segments that were compared. They are created on first use. */
  readonly leaves: { readonly before: readonly Segment[]; readonly now: readonly Segment[] };
  /** The version that it was compared with. */
  readonly last: PageVersion;
}

/** The text of a page that is visited for the first time. Segments are created on first use. */
export interface NewText {
  readonly leaves: Leaves;
  readonly now: readonly Segment[];
  /** All of its segments except those that are noise on its site. */
  readonly changes: readonly JudgedChange[];
}
