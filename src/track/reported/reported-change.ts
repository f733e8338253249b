import type { Segment } from '../../document/index.ts';
import type { SegmentFlag } from '../compare/compare-segments.ts';
import type { NoisyWords } from '../diff/diff-words.ts';

/** The part of a page that a segment is in, named by its purpose. Everything that is not marked as another part is `main`. */
export type PageArea = (typeof pageAreas)[number];

/** In the order in which most pages have them. The position is stored: add new areas at the end. */
export const pageAreas = ['head', 'header', 'navigation', 'main', 'sidebar', 'footer'] as const;

/** Where a segment is, as a reader would say it. */
export interface ReportedPlace {
  readonly area: PageArea;
  /** The heading above it; null when there is none in this part of the page. */
  readonly heading: string | null;
  /** The name of the row, item or card that it is in; left out for a text outside of records, and for the name itself. */
  readonly record?: string;
}

export interface ChangedPictures {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly replaced: readonly string[];
}

/** A change of one segment as a run reports it. It is stored with the run, so that later rules cannot change the past. */
export interface ReportedChange extends ReportedPlace {
  readonly flag: Exclude<SegmentFlag, 'same'>;
  /** A row, item or card that came or went is one change. */
  readonly kind: Segment['kind'] | 'row';
  /** Where it is now, or where it was if it is gone: `main/p[2]`. */
  readonly path: string;
  /** The text before; null for a new segment. */
  readonly before: string | null;
  /** The text after; null for one that is gone. */
  readonly after: string | null;
  /** Words of both texts that change by themselves and are not part of the change. Left out when there are none. */
  readonly noise?: readonly NoisyWords[];
  /** Whether only the differing part of a long text is kept. */
  readonly isCut: boolean;
  /** Addresses without session ids. */
  readonly links: { readonly added: readonly string[]; readonly removed: readonly string[] };
  /** The same for pictures; `replaced` are those with new content under the same address. Left out when none changed. */
  readonly pictures?: ChangedPictures;
  /** Where it was before; null when it did not move. */
  readonly movedFrom: (ReportedPlace & { readonly path: string }) | null;
  /** Known to change by itself: an advert, a clock. */
  readonly isNoise: boolean;
  /** Why it is a change, or noise. */
  readonly reason: string;
  /** The ids of the learned rules that make it noise. */
  readonly rules: readonly string[];
}

/** Everything that a run reports about an updated page: its changes in the order of the page, then its noise. */
export interface ReportedPage {
  readonly changes: readonly ReportedChange[];
  /** How many further changes are only counted. */
  readonly more: number;
  /** Whether the whole page was compared, because that was chosen, or because it cannot be split. */
  readonly isWhole: boolean;
}
