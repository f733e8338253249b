import type { Segment } from '../../document/index.ts';
import { longestIncreasing } from './align-sequences.ts';
import type { EqualSegments } from './match-equal-segments.ts';
import { pairInGap } from './pair-in-gap.ts';
import { lastingWords, TokenBudget } from './segment-likeness.ts';

/** In a longer gap nothing is alike any more: its segments are paired one by one, in order. */
const longestGap = 5000;

/** Up to this many segments left over on either side are compared with each other. */
const mostLeft = 200;

/** So many words identify a segment elsewhere on the page, whatever its numbers are. */
const leastWords = 3;

/** A place in the last version and a place in the version of now. */
type Pair = readonly [number, number];

/** Which segment of now was which segment before. */
export class SegmentPairs {
  /** For each segment of now its place in the last version, or -1. */
  readonly beforeOf: Int32Array;
  readonly isMoved: Uint8Array;
  readonly #last: readonly Segment[];
  readonly #now: readonly Segment[];
  /** Equal segments in order: the fixed points between which there are gaps. */
  readonly #inOrder: Int32Array;
  readonly #isPaired: Uint8Array;
  readonly #budget = new TokenBudget();

  constructor(last: readonly Segment[], now: readonly Segment[], { inOrder, moved }: EqualSegments) {
    this.#last = last;
    this.#now = now;
    this.#inOrder = inOrder;
    this.#isPaired = new Uint8Array(last.length);
    this.beforeOf = new Int32Array(now.length).fill(-1);
    this.isMoved = new Uint8Array(now.length);
    for (let i = 0; i < last.length; i++) {
      const [match, place] = [inOrder[i] as number, moved[i] as number];
      if (match >= 0) this.#pair(i, match, false);
      if (place >= 0) this.#pair(i, place, true);
    }
  }

  /** Pairs segments that are alike apart from numbers and times, if each side has only one of them. */
  pairByLastingWords(): void {
    const { before, after } = this.#unpaired();
    if (before.length > longestGap || after.length > longestGap) return;
    const placesBefore = this.#uniquePlaces(this.#last, before);
    const placesAfter = this.#uniquePlaces(this.#now, after);
    const found: Pair[] = [];
    for (const [words, i] of placesBefore) {
      const j = placesAfter.get(words) ?? -1;
      if (i >= 0 && j >= 0) found.push([i, j]);
    }
    const gapOfNow = gapsOf(this.beforeOf, (i) => i >= 0 && this.#inOrder[i] !== -1);
    const gapOfLast = gapsOf(this.#inOrder, (j) => j >= 0);
    const inGap = found.filter(([i, j]) => gapOfLast[i] === gapOfNow[j]).sort(([i], [k]) => i - k);
    const inPlace = new Set(longestIncreasing(inGap));
    for (const pair of found) {
      const isMoved = !inPlace.has(pair);
      if (!isMoved || this.#hasEnoughWords(pair[0])) this.#pair(...pair, isMoved);
    }
  }

  /** Two words do not identify a segment elsewhere on the page: "only 3 left" is said of many things. */
  #hasEnoughWords(i: number): boolean {
    const words = (this.#last[i] as Segment).tokens.filter(
      (token) => /\p{L}/u.test(token) && !/^</.test(token),
    );
    return words.length >= leastWords;
  }

  /** The place of each segment by its words; -1 for words that occur twice. */
  #uniquePlaces(segments: readonly Segment[], places: readonly number[]): ReadonlyMap<string, number> {
    const found = new Map<string, number>();
    for (const place of places) {
      const words = lastingWords(segments[place] as Segment, this.#budget);
      if (words !== '') found.set(words, found.has(words) ? -1 : place);
    }
    return found;
  }

  #unpaired(): { readonly before: readonly number[]; readonly after: readonly number[] } {
    const before: number[] = [];
    const after: number[] = [];
    for (let i = 0; i < this.#last.length; i++) if (this.#isPaired[i] === 0) before.push(i);
    for (let j = 0; j < this.#now.length; j++) if (this.beforeOf[j] === -1) after.push(j);
    return { before, after };
  }

  /** Pairs old and new segments that are left between the same two fixed points. */
  pairInGaps(): void {
    let i = 0;
    let j = 0;
    while (i < this.#last.length || j < this.#now.length) {
      const before: number[] = [];
      const after: number[] = [];
      for (; i < this.#last.length && this.#inOrder[i] === -1; i++)
        if (this.#isPaired[i] === 0) before.push(i);
      const end = i < this.#last.length ? (this.#inOrder[i] as number) : this.#now.length;
      for (; j < end; j++) if (this.beforeOf[j] === -1) after.push(j);
      this.#pairAlike(before, after, false);
      i++;
      j = end + 1;
    }
  }

  /** Pairs segments that moved and changed at once. Tried only when few are left. */
  pairElsewhere(): void {
    const { before, after } = this.#unpaired();
    if (before.length <= mostLeft && after.length <= mostLeft) this.#pairAlike(before, after, true);
  }

  /** Inside one gap, those that swapped places with others have moved. */
  #pairAlike(before: readonly number[], after: readonly number[], areMoved: boolean): void {
    if (before.length === 0 || after.length === 0) return;
    if (before.length > longestGap || after.length > longestGap) {
      this.#pairOneByOne(before, after);
      return;
    }
    const partners = pairInGap(
      before.map((place) => this.#last[place] as Segment),
      after.map((place) => this.#now[place] as Segment),
      this.#budget,
    );
    const found: Pair[] = [];
    for (const [k, partner] of partners.entries()) {
      if (partner >= 0) found.push([before[k] as number, after[partner] as number]);
    }
    const inPlace = new Set(areMoved ? [] : longestIncreasing(found));
    for (const pair of found) this.#pair(...pair, !inPlace.has(pair));
  }

  #pairOneByOne(before: readonly number[], after: readonly number[]): void {
    for (let k = 0; k < before.length && k < after.length; k++) {
      const [i, j] = [before[k] as number, after[k] as number];
      if (this.#last[i]?.kind === this.#now[j]?.kind) this.#pair(i, j, false);
    }
  }

  #pair(i: number, j: number, isMoved: boolean): void {
    this.#isPaired[i] = 1;
    this.beforeOf[j] = i;
    if (isMoved) this.isMoved[j] = 1;
  }
}

/** For each place how many fixed points are before it. */
function gapsOf(places: Int32Array, isFixed: (place: number) => boolean): Int32Array {
  let gap = 0;
  return places.map((place) => (isFixed(place) ? gap++ : gap));
}
