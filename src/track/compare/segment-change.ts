import type { Segment } from '../../document/index.ts';

/** What became of a segment since the last good version (X2). */
export type SegmentChange =
  | { readonly flag: 'same' | 'moved'; readonly before: Segment; readonly after: Segment }
  /** Its words, its mark-up or its links are others, and it may stand elsewhere as well. */
  | { readonly flag: 'changed'; readonly before: Segment; readonly after: Segment; readonly isMoved: boolean }
  | { readonly flag: 'new'; readonly before: null; readonly after: Segment }
  | { readonly flag: 'gone'; readonly before: Segment; readonly after: null };

export type SegmentFlag = SegmentChange['flag'];
