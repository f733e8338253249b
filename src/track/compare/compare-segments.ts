import type { Segment } from '../../document/index.ts';
import { alignSequences } from './align-sequences.ts';
import { type NumberedHashes, numberHashes } from './number-hashes.ts';
import type { SegmentChange } from './segment-change.ts';
import { asWritten, type LinkIdentity, sameLinks } from './segment-links.ts';
import { SegmentPairs } from './segment-pairs.ts';

/**
 * Aligns two versions of a page, leaf by leaf: equal ones in order, then equal ones elsewhere (moved), then those that
 * are alike or stand at the same place (changed). The rest is new or gone. In the order of the page as it is now.
 */
export function compareSegments(
  last: readonly Segment[],
  now: readonly Segment[],
  identity: LinkIdentity = asWritten,
): readonly SegmentChange[] {
  const hashes = numberHashes(last, now);
  const matches = alignSequences(hashes.before, hashes.after);
  const moved = findMoved(hashes, matches);
  const pairs = new SegmentPairs(last, now, matches, moved);
  pairs.pairBySteadyWords();
  pairs.pairInGaps();
  pairs.pairElsewhere();
  return inOrder(last, now, pairs.beforeOf, (i, j) => {
    const before = last[i] as Segment;
    const after = now[j] as Segment;
    const isEqual = hashes.before[i] === hashes.after[j] && sameLinks(before, after, identity);
    const isMoved = pairs.isMoved[j] === 1;
    if (!isEqual) return { flag: 'changed', before, after, isMoved };
    return { flag: isMoved ? 'moved' : 'same', before, after };
  });
}

/** Equal leaves that the alignment could not match because others stand between them in another order. */
function findMoved({ before, after, count }: NumberedHashes, matches: Int32Array): Int32Array {
  const moved = new Int32Array(before.length).fill(-1);
  const isMatched = new Uint8Array(after.length);
  for (const place of matches) if (place >= 0) isMatched[place] = 1;
  // Of each hash the first place that waits for its leaf, and of each place the next one.
  const first = new Int32Array(count).fill(-1);
  const next = new Int32Array(after.length);
  for (let j = after.length - 1; j >= 0; j--) {
    if (isMatched[j] === 1) continue;
    const hash = after[j] as number;
    next[j] = first[hash] as number;
    first[hash] = j;
  }
  for (let i = 0; i < before.length; i++) {
    if (matches[i] !== -1) continue;
    const hash = before[i] as number;
    const place = first[hash] as number;
    moved[i] = place;
    if (place >= 0) first[hash] = next[place] as number;
  }
  return moved;
}

/** Pairs and new leaves as they stand now; what is gone stands where it stood, after what came before it. */
function inOrder(
  last: readonly Segment[],
  now: readonly Segment[],
  beforeOf: Int32Array,
  pair: (i: number, j: number) => SegmentChange,
): readonly SegmentChange[] {
  const isPaired = new Uint8Array(last.length);
  for (const place of beforeOf) if (place >= 0) isPaired[place] = 1;
  const changes: SegmentChange[] = [];
  let next = 0;
  const tellGone = (until: number): void => {
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
    if (i >= next) tellGone(i);
    changes.push(pair(i, j));
  }
  tellGone(last.length);
  return changes;
}
