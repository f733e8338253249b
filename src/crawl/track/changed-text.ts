import type { Leaves, Segment } from '../../document/index.ts';
import type { JudgedChange, ReportedPage } from '../../track/index.ts';
import type { PageVersion } from './page-version.ts';

/** What is new on an updated page, for the stages after tracking. */
export interface ChangedText {
  /** The changes with their whole segments, before and after; no noise. */
  readonly changes: readonly JudgedChange[];
  /** What is stored with the visit: the changes in words, and the noise. */
  readonly reported: ReportedPage;
  /** The leaves that were compared. They are made when somebody reads them. */
  readonly leaves: { readonly before: readonly Segment[]; readonly now: readonly Segment[] };
  /** The version that it was compared with. */
  readonly last: PageVersion;
}

/** The text of a page that is visited for the first time. Segments are made when somebody reads them. */
export interface NewText {
  readonly leaves: Leaves;
  readonly now: readonly Segment[];
  /** All of its segments but those that are noise on its site. */
  readonly changes: readonly JudgedChange[];
}
