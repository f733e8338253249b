import type { Segment } from '../../document/index.ts';
import { matchEqualSegments } from './match-equal-segments.ts';
import { numberHashes } from './number-sequences.ts';
import { SegmentPairs } from './pair-changed-segments.ts';
import { asWritten, type LinkIdentity, sameLinks } from './segment-links.ts';

/** What happened to a segment since the last good version (X2: segments carry flags like pages). */
export type SegmentChange =
  | { readonly flag: 'same' | 'moved'; readonly before: Segment; readonly after: Segment }
  /** Words, mark-up or links differ, and it may have moved as well. */
  | { readonly flag: 'changed'; readonly before: Segment; readonly after: Segment; readonly isMoved: boolean }
  | { readonly flag: 'new'; readonly before: null; readonly after: Segment }
  | { readonly flag: 'gone'; readonly before: Segment; readonly after: null };

export type SegmentFlag = SegmentChange['flag'];

/** The segment as it is now, or as it was before it went. */
export function segmentOf({ before, after }: SegmentChange): Segment {
  return (after ?? before) as Segment;
}

/**
 * Pairs the segments of two versions: equal ones in order (same), equal ones elsewhere (moved), then those that are
 * alike or at the same place (changed). The rest is new or gone. The result follows the order of the page as it is now.
 */
export function compareSegments(
  last: readonly Segment[],
  now: readonly Segment[],
  identity: LinkIdentity = asWritten,
): readonly SegmentChange[] {
  const hashes = numberHashes(last, now);
  const pairs = new SegmentPairs(last, now, matchEqualSegments(last, now, hashes));
  pairs.pairByLastingWords();
  pairs.pairInGaps();
  pairs.pairElsewhere();
  return listChanges(last, now, pairs.beforeOf, (i, j) => {
    const before = last[i] as Segment;
    const after = now[j] as Segment;
    const isEqual = hashes.before[i] === hashes.after[j] && sameLinks(before, after, identity);
    const isMoved = pairs.isMoved[j] === 1;
    if (!isEqual) return { flag: 'changed', before, after, isMoved };
    return { flag: isMoved ? 'moved' : 'same', before, after };
  });
}

/** What is gone is listed after the segments that were before it. */
function listChanges(
  last: readonly Segment[],
  now: readonly Segment[],
  beforeOf: Int32Array,
  changeOf: (i: number, j: number) => SegmentChange,
): readonly SegmentChange[] {
  const isPaired = new Uint8Array(last.length);
  for (const place of beforeOf) if (place >= 0) isPaired[place] = 1;
  const changes: SegmentChange[] = [];
  let next = 0;
  const listGone = (until: number): void => {
    for (; next < until; next++) {
      if (isPaired[next] === 0) changes.push({ flag: 'gone', before: last[next] as Segment, after: null });
    }
  };
  for (let j = 0; j < now.length; j++) {
    const i = beforeOf[j] as number;
    if (i < 0) {
      changes.push({ flag: 'new', before: null, after: now[j] as Segment });
      continue;
    }
    if (i >= next) listGone(i);
    changes.push(changeOf(i, j));
  }
  listGone(last.length);
  return changes;
}
