import type { Segment } from '../../document/index.ts';
import { alignSequences } from './align-sequences.ts';
import { type NumberedHashes, numberHashes } from './number-hashes.ts';
import { NumberedValues } from './number-values.ts';
import { counterName, KindsOfText, placeName } from './place-texts.ts';
import type { SegmentChange } from './segment-change.ts';
import { asWritten, type LinkIdentity, sameLinks } from './segment-links.ts';
import { SegmentPairs } from './segment-pairs.ts';
import { aboutTime } from './steady-words.ts';

/** Of larger pages places are not looked at one by one. */
const mostPlaces = 20_000;

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
  const matches = bestAlignment(last, now, hashes);
  const moved = findMoved(hashes, matches);
  keepCountersInPlace(last, now, matches, moved);
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

/**
 * By words alone, an advert that the text had and the margin has now makes those move that stood between, and so do columns of
 * numbers that are alike by chance. So leaves that kept their place, or its kind, are tried as well, and the alignment in which
 * the fewest left theirs is the best.
 */
function bestAlignment(
  last: readonly Segment[],
  now: readonly Segment[],
  hashes: NumberedHashes,
): Int32Array {
  let best = alignSequences(hashes.before, hashes.after);
  let fewest = countLeft(last, now, hashes, best);
  for (const nameOf of fewest === 0 ? [] : [placeName, pathOf]) {
    const matches = alignByNames(last, now, hashes, nameOf);
    const count = countLeft(last, now, hashes, matches);
    if (count <= fewest) [best, fewest] = [matches, count];
  }
  return best;
}

const pathOf = ({ path }: Segment): string => path;

/** How many leaves moved, or are matched with one at another kind of place. */
function countLeft(
  last: readonly Segment[],
  now: readonly Segment[],
  hashes: NumberedHashes,
  matches: Int32Array,
): number {
  let count = 0;
  for (const place of findMoved(hashes, matches)) if (place >= 0) count++;
  if (last.length + now.length > mostPlaces) return count;
  for (const [i, place] of matches.entries()) {
    if (place < 0) continue;
    const [before, after] = [last[i] as Segment, now[place] as Segment];
    if (before.path !== after.path && placeName(before) !== placeName(after)) count++;
  }
  return count;
}

/** Equal leaves of one name first; what is left between them is aligned by its words alone. */
function alignByNames(
  last: readonly Segment[],
  now: readonly Segment[],
  { before, after, count }: NumberedHashes,
  nameOf: (segment: Segment) => string,
): Int32Array {
  const names = new NumberedValues<string>();
  const keys = new NumberedValues<number>();
  const named = (hashes: Int32Array, segments: readonly Segment[]): Int32Array => {
    const numbers = names.numbersOf(segments.map(nameOf));
    return keys.numbersOf(Array.from(hashes, (hash, at) => hash + count * (numbers[at] as number)));
  };
  const matches = alignSequences(named(before, last), named(after, now));
  let from = 0;
  for (let i = 0; i < matches.length; i++) {
    if ((matches[i] as number) < 0) {
      let end = i;
      while (end < matches.length && (matches[end] as number) < 0) end++;
      const to = end < matches.length ? (matches[end] as number) : after.length;
      const between = alignSequences(before.slice(i, end), after.slice(from, to));
      for (const [at, match] of between.entries()) if (match >= 0) matches[i + at] = from + match;
      i = end;
    }
    if (i < matches.length) from = (matches[i] as number) + 1;
  }
  return matches;
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

/**
 * "12 people like this" has not moved because another post has 12 today: where the leaf at its place differs from it in
 * numbers only, that is the same leaf. Unless most of their kind are still there, somewhere: then they were shuffled. A
 * column of times is still there a day later, one row further down, and was not.
 */
function keepCountersInPlace(
  last: readonly Segment[],
  now: readonly Segment[],
  matches: Int32Array,
  moved: Int32Array,
): void {
  const counters = new KindsOfText(last, now, counterName);
  let free: ReadonlyMap<string, Segment> | null = null;
  for (let i = 0; i < moved.length; i++) {
    if (moved[i] === -1) continue;
    const leaf = last[i] as Segment;
    if (!/\p{N}/u.test(leaf.text) || (!isTime(leaf) && counters.areMostlyTheSame(leaf))) continue;
    free ??= freePlaces(now, matches);
    const successor = free.get(leaf.path);
    if (successor !== undefined && counterName(successor) === counterName(leaf)) moved[i] = -1;
  }
}

/** "3 days ago", and nothing else. */
function isTime({ tokens, text }: Segment): boolean {
  return /\p{L}/u.test(text) && tokens.every((token) => aboutTime.test(token));
}

/** By its path each leaf that no other was matched with. */
function freePlaces(now: readonly Segment[], matches: Int32Array): ReadonlyMap<string, Segment> {
  const isMatched = new Uint8Array(now.length);
  for (const place of matches) if (place >= 0) isMatched[place] = 1;
  return new Map(now.flatMap((leaf, j) => (isMatched[j] === 1 ? [] : [[leaf.path, leaf]])));
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
