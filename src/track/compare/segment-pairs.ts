import type { Segment } from '../../document/index.ts';
import { longestIncreasing } from './align-sequences.ts';
import { Effort } from './effort.ts';
import { pairChanged } from './pair-changed.ts';
import { steadyWords } from './steady-words.ts';

/** In a longer gap nothing is alike any more: its segments are paired one by one as they stand. */
const longestGap = 5000;

/** Leaves that are left over on either side are compared with each other up to this many. */
const mostLeft = 200;

/** A leaf is known again elsewhere, in spite of other numbers, by so many words. */
const leastWords = 3;

/** Which leaf of now was which leaf before. */
export class SegmentPairs {
  readonly beforeOf: Int32Array;
  readonly isMoved: Uint8Array;
  readonly #last: readonly Segment[];
  readonly #now: readonly Segment[];
  readonly #matches: Int32Array;
  readonly #isPaired: Uint8Array;
  readonly #effort = new Effort();

  constructor(last: readonly Segment[], now: readonly Segment[], matches: Int32Array, moved: Int32Array) {
    this.#last = last;
    this.#now = now;
    this.#matches = matches;
    this.#isPaired = new Uint8Array(last.length);
    this.beforeOf = new Int32Array(now.length).fill(-1);
    this.isMoved = new Uint8Array(now.length);
    for (let i = 0; i < last.length; i++) {
      const [match, place] = [matches[i] as number, moved[i] as number];
      if (match >= 0) this.#pair(i, match, false);
      if (place >= 0) this.#pair(i, place, true);
    }
  }

  /** A leaf whose words but for numbers and times stand once on either side is that leaf, wherever it is. */
  pairBySteadyWords(): void {
    const { before, after } = this.#left();
    if (before.length > longestGap || after.length > longestGap) return;
    const placesBefore = this.#onlyPlaces(this.#last, before);
    const placesAfter = this.#onlyPlaces(this.#now, after);
    const found: (readonly [number, number])[] = [];
    for (const [words, i] of placesBefore) {
      const j = placesAfter.get(words) ?? -1;
      if (i >= 0 && j >= 0) found.push([i, j]);
    }
    const gapOfNow = gapsOf(this.beforeOf, (i) => i >= 0 && this.#matches[i] !== -1);
    const gapOfLast = gapsOf(this.#matches, (j) => j >= 0);
    const inGap = found.filter(([i, j]) => gapOfLast[i] === gapOfNow[j]).sort(([i], [k]) => i - k);
    const inPlace = new Set(longestIncreasing(inGap));
    for (const pair of found) {
      const isMoved = !inPlace.has(pair);
      if (!isMoved || this.#saysEnough(pair[0])) this.#pair(...pair, isMoved);
    }
  }

  /** Two words are not enough to know a leaf again elsewhere: "only 3 left" is said of many things. */
  #saysEnough(i: number): boolean {
    const words = (this.#last[i] as Segment).tokens.filter(
      (token) => /\p{L}/u.test(token) && !/^</.test(token),
    );
    return words.length >= leastWords;
  }

  /** By their words the places of leaves; -1 for words that stand there twice. */
  #onlyPlaces(segments: readonly Segment[], places: readonly number[]): ReadonlyMap<string, number> {
    const found = new Map<string, number>();
    for (const place of places) {
      const words = steadyWords(segments[place] as Segment, this.#effort);
      if (words !== '') found.set(words, found.has(words) ? -1 : place);
    }
    return found;
  }

  #left(): { readonly before: readonly number[]; readonly after: readonly number[] } {
    const before: number[] = [];
    const after: number[] = [];
    for (let i = 0; i < this.#last.length; i++) if (this.#isPaired[i] === 0) before.push(i);
    for (let j = 0; j < this.#now.length; j++) if (this.beforeOf[j] === -1) after.push(j);
    return { before, after };
  }

  /** What is left between two matched leaves, old and new, is paired there. */
  pairInGaps(): void {
    let i = 0;
    let j = 0;
    while (i < this.#last.length || j < this.#now.length) {
      const before: number[] = [];
      const after: number[] = [];
      for (; i < this.#last.length && this.#matches[i] === -1; i++)
        if (this.#isPaired[i] === 0) before.push(i);
      const end = i < this.#last.length ? (this.#matches[i] as number) : this.#now.length;
      for (; j < end; j++) if (this.beforeOf[j] === -1) after.push(j);
      this.#pairAlike(before, after, false);
      i++;
      j = end + 1;
    }
  }

  /** What is left after that may have moved and changed. Looked for only where few are left. */
  pairElsewhere(): void {
    const { before, after } = this.#left();
    if (before.length <= mostLeft && after.length <= mostLeft) this.#pairAlike(before, after, true);
  }

  /** Of those paired in one gap, the ones that changed places with others have moved. */
  #pairAlike(before: readonly number[], after: readonly number[], areMoved: boolean): void {
    if (before.length === 0 || after.length === 0) return;
    if (before.length > longestGap || after.length > longestGap) {
      this.#pairAsTheyStand(before, after);
      return;
    }
    const partners = pairChanged(
      before.map((place) => this.#last[place] as Segment),
      after.map((place) => this.#now[place] as Segment),
      this.#effort,
    );
    const found: (readonly [number, number])[] = [];
    for (const [k, partner] of partners.entries()) {
      if (partner >= 0) found.push([before[k] as number, after[partner] as number]);
    }
    const inPlace = new Set(areMoved ? [] : longestIncreasing(found));
    for (const pair of found) this.#pair(...pair, !inPlace.has(pair));
  }

  #pairAsTheyStand(before: readonly number[], after: readonly number[]): void {
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

/** For every place how many matched ones stand before it. */
function gapsOf(places: Int32Array, isMatched: (place: number) => boolean): Int32Array {
  let gap = 0;
  return places.map((place) => (isMatched(place) ? gap++ : gap));
}
