import type { Link } from '../link.ts';

/** What a leaf is on the page; the kind of the element that holds its words directly. */
export type SegmentKind =
  | 'title'
  | 'description'
  | 'heading'
  | 'paragraph'
  | 'item'
  | 'cell'
  | 'caption'
  | 'term'
  | 'quotation'
  | 'preformatted'
  | 'form'
  | 'navigation'
  | 'entry'
  | 'line'
  | 'text';

/**
 * A leaf of the segment tree: a run of words, inline tags and special characters that no block interrupts.
 * `high` and `low` are its hash by formula (1), over words, tags and signs. Addresses are left out, so that a session
 * id in a link does not make the text look new.
 */
export interface Segment {
  readonly kind: SegmentKind;
  /** Its place, from the outside in: `main/article[2]/p[3]`. Elements of the same name are numbered. */
  readonly path: string;
  /** As a reader sees it: references decoded, white space as one space. */
  readonly text: string;
  /** Words, special characters, and tags as `<b>` and `</b>`. */
  readonly tokens: readonly string[];
  readonly high: number;
  readonly low: number;
  /** Addresses that it shows or leads to, as written; no style sheets and scripts, which no reader sees. */
  readonly links: readonly Link[];
}

/**
 * Increases whenever the same bytes would give different leaves, tokens or hashes than before. Hashes of another version are computed again from the
 * stored body: an upgrade must never look like a change.
 */
export const segmentsVersion = 3;
