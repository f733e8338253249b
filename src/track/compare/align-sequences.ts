import { NumberedValues } from './number-sequences.ts';

/** For each position of the first sequence its match in the second, or -1. Matches never cross. */
type Matches = Int32Array;

/** A stretch of each of two sequences. */
interface Gap {
  readonly fromA: number;
  readonly toA: number;
  readonly fromB: number;
  readonly toB: number;
}

/** Steps for all gaps together: comparing two long texts that share nothing must not cost more than reading them. */
const mostWork = 4_000_000;

/** Aligns two lists of words, or of any other strings. */
export function alignWords(a: readonly string[], b: readonly string[]): Matches {
  const numbers = new NumberedValues<string>();
  return alignSequences(numbers.numbersOf(a), numbers.numbersOf(b));
}

/**
 * Aligns two sequences of small numbers: equal ends first, then values that occur once in each (patience diff), gap by
 * gap, and inside the gaps Myers' shortest edit with a limit. Near-linear even when the sequences share nothing.
 */
export function alignSequences(a: Int32Array, b: Int32Array): Matches {
  const matches = new Int32Array(a.length).fill(-1);
  const gaps: Gap[] = [{ fromA: 0, toA: a.length, fromB: 0, toB: b.length }];
  let places: OnlyPlaces | null = null;
  let work = mostWork;
  for (let gap = gaps.pop(); gap !== undefined; gap = gaps.pop()) {
    const rest = trimEnds(a, b, gap, matches);
    if (rest.fromA === rest.toA || rest.fromB === rest.toB) continue;
    const size = rest.toA - rest.fromA + rest.toB - rest.fromB;
    work -= size;
    // One against one: they differ, or the ends would have matched.
    if (work < 0 || size === 2) continue;
    places ??= new OnlyPlaces(a, b);
    const anchors = uniqueAnchors(a, b, rest, places);
    if (anchors.length > 0) {
      let { fromA, fromB } = rest;
      for (const [atA, atB] of anchors) {
        matches[atA] = atB;
        gaps.push({ fromA, toA: atA, fromB, toB: atB });
        fromA = atA + 1;
        fromB = atB + 1;
      }
      gaps.push({ fromA, toA: rest.toA, fromB, toB: rest.toB });
    } else {
      work -= shortestEdit(a, b, rest, matches);
    }
  }
  return matches;
}

function trimEnds(a: Int32Array, b: Int32Array, gap: Gap, matches: Matches): Gap {
  let { fromA, toA, fromB, toB } = gap;
  while (fromA < toA && fromB < toB && a[fromA] === b[fromB]) matches[fromA++] = fromB++;
  while (fromA < toA && fromB < toB && a[toA - 1] === b[toB - 1]) matches[--toA] = --toB;
  return { fromA, toA, fromB, toB };
}

/** The longest chain of pairs, in the same order on both sides, whose values occur once on each side. */
function uniqueAnchors(
  a: Int32Array,
  b: Int32Array,
  gap: Gap,
  { inA, inB }: OnlyPlaces,
): readonly (readonly [number, number])[] {
  markPlaces(a, gap.fromA, gap.toA, inA);
  markPlaces(b, gap.fromB, gap.toB, inB);
  const pairs: (readonly [number, number])[] = [];
  for (let i = gap.fromA; i < gap.toA; i++) {
    const value = a[i] as number;
    const other = inB[value] as number;
    if (other > 0 && (inA[value] as number) > 0) pairs.push([i, other - 1]);
  }
  for (let i = gap.fromA; i < gap.toA; i++) inA[a[i] as number] = 0;
  for (let i = gap.fromB; i < gap.toB; i++) inB[b[i] as number] = 0;
  return longestIncreasing(pairs);
}

/** For each value its only position in the gap, counted from 1; -1 if it has several. All 0 between two gaps. */
class OnlyPlaces {
  readonly inA: Int32Array;
  readonly inB: Int32Array;

  constructor(a: Int32Array, b: Int32Array) {
    let largest = 0;
    for (let i = 0; i < a.length; i++) largest = Math.max(largest, a[i] as number);
    for (let i = 0; i < b.length; i++) largest = Math.max(largest, b[i] as number);
    this.inA = new Int32Array(largest + 1);
    this.inB = new Int32Array(largest + 1);
  }
}

function markPlaces(values: Int32Array, from: number, to: number, places: Int32Array): void {
  for (let i = from; i < to; i++) {
    const value = values[i] as number;
    places[value] = places[value] === 0 ? i + 1 : -1;
  }
}

/** The longest chain of pairs whose second positions increase. The pairs are sorted by their first positions. */
export function longestIncreasing(
  pairs: readonly (readonly [number, number])[],
): readonly (readonly [number, number])[] {
  const tails: number[] = [];
  const before = new Int32Array(pairs.length).fill(-1);
  for (let i = 0; i < pairs.length; i++) {
    const value = (pairs[i] as readonly [number, number])[1];
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[tails[middle] as number] as readonly [number, number])[1] < value) low = middle + 1;
      else high = middle;
    }
    if (low > 0) before[i] = tails[low - 1] as number;
    tails[low] = i;
  }
  const chosen: (readonly [number, number])[] = [];
  for (let i = tails.at(-1) ?? -1; i >= 0; i = before[i] as number) {
    chosen.push(pairs[i] as readonly [number, number]);
  }
  return chosen.reverse();
}

/** With more differences than this, the whole gap counts as replaced. */
const mostDifferences = 192;

/**
 * E. Myers, "An O(ND) difference algorithm and its variations" (1986); gives up after `mostDifferences`. Writes into
 * `matches` and returns the number of steps it took.
 */
export function shortestEdit(a: Int32Array, b: Int32Array, gap: Gap, matches: Matches): number {
  const { fromA, fromB } = gap;
  const sizeA = gap.toA - fromA;
  const sizeB = gap.toB - fromB;
  const limit = Math.min(mostDifferences, sizeA + sizeB);
  const reach = new Int32Array(2 * limit + 3);
  const trace: Int32Array[] = [];
  let work = 0;
  for (let d = 0; d <= limit; d++) {
    trace.push(reach.slice(limit - d, limit + d + 3));
    for (let k = -d; k <= d; k += 2) {
      const down = k === -d || (k !== d && (reach[limit + k] as number) < (reach[limit + k + 2] as number));
      let x = down ? (reach[limit + k + 2] as number) : (reach[limit + k] as number) + 1;
      while (x < sizeA && x - k < sizeB && a[fromA + x] === b[fromB + x - k]) {
        x++;
        work++;
      }
      reach[limit + k + 1] = x;
      work++;
      if (x >= sizeA && x - k >= sizeB) {
        walkBack(trace, d, gap, matches);
        return work;
      }
    }
  }
  return work;
}

/** `trace[d]` holds the reach before round d for the diagonals -d-1 to d+1. */
function walkBack(trace: readonly Int32Array[], differences: number, gap: Gap, matches: Matches): void {
  const { fromA, toA, fromB, toB } = gap;
  let x = toA - fromA;
  let y = toB - fromB;
  for (let d = differences; d >= 0; d--) {
    const reach = trace[d] as Int32Array;
    const at = (diagonal: number): number => reach[diagonal + d + 1] as number;
    const k = x - y;
    const down = k === -d || (k !== d && at(k - 1) < at(k + 1));
    const previous = down ? k + 1 : k - 1;
    const startX = d === 0 ? 0 : at(previous);
    const startY = startX - previous;
    const afterX = d === 0 ? 0 : down ? startX : startX + 1;
    while (x > afterX) matches[fromA + --x] = fromB + --y;
    x = startX;
    y = startY;
  }
}
