import type { Segment } from '../../document/index.ts';
import { alignSequences } from './align-sequences.ts';
import { NumberedValues } from './number-values.ts';
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
  const numbers = new NumberedValues<number>();
  const hashesBefore = numbers.numbersOf(last.map(hashKey));
  const hashesAfter = numbers.numbersOf(now.map(hashKey));
  const matches = alignSequences(hashesBefore, hashesAfter);
  const moved = findMoved(hashesBefore, hashesAfter, matches);
  const pairs = new SegmentPairs(last, now, matches, moved);
  pairs.pairBySteadyWords();
  pairs.pairInGaps();
  pairs.pairElsewhere();
  return inOrder(last, now, pairs.beforeOf, (i, j) => {
    const before = last[i] as Segment;
    const after = now[j] as Segment;
    const isEqual = hashesBefore[i] === hashesAfter[j] && sameLinks(before, after, identity);
    const isMoved = pairs.isMoved[j] === 1;
    if (!isEqual) return { flag: 'changed', before, after, isMoved };
    return { flag: isMoved ? 'moved' : 'same', before, after };
  });
}

/** 53 of the 64 bits, the most that a number holds exactly. */
function hashKey({ high, low }: Segment): number {
  return (high & 0x1fffff) * 0x1_0000_0000 + (low >>> 0);
}

/** Equal leaves that the alignment could not match because others stand between them in another order. */
function findMoved(before: Int32Array, after: Int32Array, matches: Int32Array): Int32Array {
  const moved = new Int32Array(before.length).fill(-1);
  const isMatched = new Uint8Array(after.length);
  for (const place of matches) if (place >= 0) isMatched[place] = 1;
  const waiting = new Map<number, number[]>();
  for (let j = after.length - 1; j >= 0; j--) {
    if (isMatched[j] === 1) continue;
    const value = after[j] as number;
    const places = waiting.get(value);
    if (places === undefined) waiting.set(value, [j]);
    else places.push(j);
  }
  for (let i = 0; i < before.length; i++) {
    if (matches[i] === -1) moved[i] = waiting.get(before[i] as number)?.pop() ?? -1;
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
  for (const [j, after] of now.entries()) {
    const i = beforeOf[j] as number;
    if (i < 0) {
      changes.push({ flag: 'new', before: null, after });
      continue;
    }
    if (i >= next) tellGone(i);
    changes.push(pair(i, j));
  }
  tellGone(last.length);
  return changes;
}
