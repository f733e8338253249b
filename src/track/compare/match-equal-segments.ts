import type { Segment } from '../../document/index.ts';
import { alignSequences } from './align-sequences.ts';
import { type NumberedHashes, NumberedValues } from './number-sequences.ts';
import { counterKind, isOnlyTime, placeKind, TextsByKind } from './segment-likeness.ts';

/** Beyond this many segments, the location of each segment is not considered. */
const mostPlaces = 20_000;

/** For each segment of the last version the equal one of the current version, or -1. Each pair is in at most one of the two arrays. */
export interface EqualSegments {
  /** Pairs in the same order on both sides. */
  readonly inOrder: Int32Array;
  /** Pairs whose order differs from that of the others. */
  readonly moved: Int32Array;
}

export function matchEqualSegments(
  last: readonly Segment[],
  now: readonly Segment[],
  hashes: NumberedHashes,
): EqualSegments {
  const inOrder = bestAlignment(last, now, hashes);
  const moved = findMoved(hashes, inOrder);
  keepCountersInPlace(last, now, inOrder, moved);
  return { inOrder, moved };
}

/**
 * By words alone, an advert that jumps from the text to the margin makes everything in between look moved, and so do
 * columns with equal numbers. So segments are also aligned by words and place, and the alignment in which the fewest
 * segments leave their place wins.
 */
function bestAlignment(
  last: readonly Segment[],
  now: readonly Segment[],
  hashes: NumberedHashes,
): Int32Array {
  let best = alignSequences(hashes.before, hashes.after);
  let fewest = countDisplaced(last, now, hashes, best);
  for (const placeOf of fewest === 0 ? [] : [placeKind, pathOf]) {
    const matches = alignByPlace(last, now, hashes, placeOf);
    const count = countDisplaced(last, now, hashes, matches);
    if (count <= fewest) [best, fewest] = [matches, count];
  }
  return best;
}

const pathOf = ({ path }: Segment): string => path;

/** How many segments moved, or are matched with one at another kind of place. */
function countDisplaced(
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
    if (before.path !== after.path && placeKind(before) !== placeKind(after)) count++;
  }
  return count;
}

/** Equal segments at the same place first; what is left between them is aligned by its words alone. */
function alignByPlace(
  last: readonly Segment[],
  now: readonly Segment[],
  { before, after, count }: NumberedHashes,
  placeOf: (segment: Segment) => string,
): Int32Array {
  const places = new NumberedValues<string>();
  const keys = new NumberedValues<number>();
  const keysOf = (hashes: Int32Array, segments: readonly Segment[]): Int32Array => {
    const numbers = places.numbersOf(segments.map(placeOf));
    return keys.numbersOf(Array.from(hashes, (hash, at) => hash + count * (numbers[at] as number)));
  };
  const matches = alignSequences(keysOf(before, last), keysOf(after, now));
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

/** Equal segments that the alignment left out because others are in another order between them. */
function findMoved({ before, after, count }: NumberedHashes, matches: Int32Array): Int32Array {
  const moved = new Int32Array(before.length).fill(-1);
  const isMatched = new Uint8Array(after.length);
  for (const place of matches) if (place >= 0) isMatched[place] = 1;
  // For each hash its first free position, and for each free position the next one of the same hash.
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
 * "12 people like this" has not moved because another post has 12 likes today: the segment at its place that differs only in numbers is its
 * successor, unless most counters of that kind are still on the page; then the list was shuffled. Times do not show that: a day later most of them
 * are one row further down.
 */
function keepCountersInPlace(
  last: readonly Segment[],
  now: readonly Segment[],
  inOrder: Int32Array,
  moved: Int32Array,
): void {
  const counters = new TextsByKind(last, now, counterKind);
  let free: ReadonlyMap<string, Segment> | null = null;
  for (let i = 0; i < moved.length; i++) {
    if (moved[i] === -1) continue;
    const segment = last[i] as Segment;
    if (!/\p{N}/u.test(segment.text)) continue;
    if (!isOnlyTime(segment) && counters.areMostlyShared(segment)) continue;
    free ??= freePlaces(now, inOrder);
    const successor = free.get(segment.path);
    if (successor !== undefined && counterKind(successor) === counterKind(segment)) moved[i] = -1;
  }
}

/** The current segments that are not matched, by path. */
function freePlaces(now: readonly Segment[], matches: Int32Array): ReadonlyMap<string, Segment> {
  const isMatched = new Uint8Array(now.length);
  for (const place of matches) if (place >= 0) isMatched[place] = 1;
  return new Map(now.flatMap((segment, j) => (isMatched[j] === 1 ? [] : [[segment.path, segment]])));
}
