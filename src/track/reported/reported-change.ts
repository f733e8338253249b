import type { Segment } from '../../document/index.ts';
import type { SegmentFlag } from '../compare/compare-segments.ts';

/** The part of a page in which a segment is, by what that part is for; everything that is not marked as another part is `main`. */
export type PageArea = (typeof pageAreas)[number];

/** In the order of most pages. It is part of what is stored: new ones go at the end. */
export const pageAreas = ['head', 'header', 'navigation', 'main', 'sidebar', 'footer'] as const;

/** Where a segment is, as a reader would say it. */
export interface ReportedPlace {
  readonly area: PageArea;
  /** The heading above it; null when there is none in this part of the page. */
  readonly heading: string | null;
}

/** A change of one segment as a run tells it. It is stored with the run, so that later rules cannot change the past. */
export interface ReportedChange extends ReportedPlace {
  readonly flag: Exclude<SegmentFlag, 'same'>;
  readonly kind: Segment['kind'];
  /** Where it is now, or was, as `main/p[2]`. */
  readonly path: string;
  /** The text before; null for a new segment. */
  readonly before: string | null;
  /** The text after; null for one that is gone. */
  readonly after: string | null;
  /** Whether only the part of a long text is kept in which it differs. */
  readonly isCut: boolean;
  /** Addresses without session ids. */
  readonly links: { readonly added: readonly string[]; readonly removed: readonly string[] };
  /** Where it was before; null when it did not move. */
  readonly movedFrom: (ReportedPlace & { readonly path: string }) | null;
  /** Known to change by itself: an advert, a clock. */
  readonly isNoise: boolean;
  /** Why it is a change, or noise. */
  readonly reason: string;
  /** The ids of the learned rules that make it noise. */
  readonly rules: readonly string[];
}

/** Everything that a run tells about an updated page: its changes in the order of the page, then its noise. */
export interface ReportedPage {
  readonly changes: readonly ReportedChange[];
  /** How many further changes are only counted. */
  readonly more: number;
  /** Whether the whole page was compared, because that was chosen, or because it cannot be split. */
  readonly isWhole: boolean;
}
