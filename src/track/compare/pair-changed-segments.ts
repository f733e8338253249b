import type { Segment } from '../../document/index.ts';
import { longestIncreasing } from './align-sequences.ts';
import type { EqualSegments } from './match-equal-segments.ts';
import type { MatchedRecords } from './match-records.ts';
import { lastingWords, leastShared, similarity, type TokenBudget } from './segment-likeness.ts';

/** In a longer gap, segments are not compared for likeness, but paired one by one, in order. */
const longestGap = 5000;

/** Up to this many segments left over on either side are compared with each other. */
const mostLeft = 200;

/** This many words identify a segment elsewhere on the page, whatever its numbers are. */
const leastWords = 3;

/** A position in the last version and a position in the current version. */
type Pair = readonly [number, number];

/** The pairs of current and old segments. */
export class SegmentPairs {
  /** For each current segment its position in the last version, or -1. */
  readonly beforeOf: Int32Array;
  readonly isMoved: Uint8Array;
  readonly #last: readonly Segment[];
  readonly #now: readonly Segment[];
  /** Equal segments in order: the fixed points between which there are gaps. */
  readonly #inOrder: Int32Array;
  readonly #isPaired: Uint8Array;
  readonly #records: MatchedRecords;
  readonly #budget: TokenBudget;

  constructor(
    last: readonly Segment[],
    now: readonly Segment[],
    { inOrder, moved }: EqualSegments,
    records: MatchedRecords,
    budget: TokenBudget,
  ) {
    this.#records = records;
    this.#budget = budget;
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

  /** Pairs what is left in a record and its partner: the same column first, then what is alike. */
  pairInRecords(): void {
    for (const { before, after, isMoved } of this.#records.pairs) {
      const old = before.positions.filter((i) => this.#isPaired[i] === 0);
      const now = after.positions.filter((j) => this.beforeOf[j] === -1);
      if (old.length === 0 || now.length === 0) continue;
      const haveOneForm = before.columns.join() === after.columns.join();
      const places = new Map(after.positions.map((j, at) => [after.columns[at], j]));
      const inColumn = (i: number): number =>
        places.get(before.columns[before.positions.indexOf(i)] as string) ?? -1;
      for (const i of old) {
        const j = inColumn(i);
        const isOne = j >= 0 && this.beforeOf[j] === -1 && this.#last[i]?.kind === this.#now[j]?.kind;
        if (isOne && (haveOneForm || this.#areAlike(i, j))) this.#pair(i, j, isMoved);
      }
      this.#pairAlike(
        old.filter((i) => this.#isPaired[i] === 0),
        now.filter((j) => this.beforeOf[j] === -1),
        isMoved,
      );
    }
  }

  #areAlike(i: number, j: number): boolean {
    const [old, now] = [this.#last[i] as Segment, this.#now[j] as Segment];
    return this.#budget.spendOn(old, now) && similarity(old.tokens, now.tokens) >= leastShared;
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

  /** Not paired, and in no paired record: `pairInRecords` has decided about segments of those. */
  #isFreeBefore(i: number): boolean {
    return this.#isPaired[i] === 0 && (this.#records.before[i] ?? 0) === 0;
  }

  #isFreeNow(j: number): boolean {
    return this.beforeOf[j] === -1 && (this.#records.after[j] ?? 0) === 0;
  }

  #unpaired(): { readonly before: readonly number[]; readonly after: readonly number[] } {
    const before: number[] = [];
    const after: number[] = [];
    for (let i = 0; i < this.#last.length; i++) if (this.#isFreeBefore(i)) before.push(i);
    for (let j = 0; j < this.#now.length; j++) if (this.#isFreeNow(j)) after.push(j);
    return { before, after };
  }

  /** Pairs old and new segments that are left between the same two fixed points. */
  pairInGaps(): void {
    let i = 0;
    let j = 0;
    while (i < this.#last.length || j < this.#now.length) {
      const before: number[] = [];
      const after: number[] = [];
      for (; i < this.#last.length && this.#inOrder[i] === -1; i++) if (this.#isFreeBefore(i)) before.push(i);
      const end = i < this.#last.length ? (this.#inOrder[i] as number) : this.#now.length;
      for (; j < end; j++) if (this.#isFreeNow(j)) after.push(j);
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

/** For each position the number of fixed points before it. */
function gapsOf(places: Int32Array, isFixed: (place: number) => boolean): Int32Array {
  let gap = 0;
  return places.map((place) => (isFixed(place) ? gap++ : gap));
}

/** How far from its own position in a gap a changed segment is searched. */
const window = 12;

/** The segments of a gap, and the pairs found so far. */
class Gap {
  readonly before: readonly Segment[];
  readonly after: readonly Segment[];
  readonly budget: TokenBudget;
  /** For each of `before` its position in `after`, or -1. */
  readonly partner: Int32Array;
  readonly #isTaken: Uint8Array;

  constructor(before: readonly Segment[], after: readonly Segment[], budget: TokenBudget) {
    this.before = before;
    this.after = after;
    this.budget = budget;
    this.partner = new Int32Array(before.length).fill(-1);
    this.#isTaken = new Uint8Array(after.length);
  }

  isPaired(i: number): boolean {
    return this.partner[i] !== -1;
  }

  isTaken(j: number): boolean {
    return this.#isTaken[j] === 1;
  }

  pair(i: number, j: number): void {
    this.partner[i] = j;
    this.#isTaken[j] = 1;
  }
}

/**
 * Pairs old and new segments between two matched ones that are the same segment with different words: first those that
 * differ only in numbers and times, then those that share most words, then those at the same path. Returns for each of
 * `before` its position in `after`, or -1.
 */
function pairInGap(before: readonly Segment[], after: readonly Segment[], budget: TokenBudget): Int32Array {
  const gap = new Gap(before, after, budget);
  if (before.length === 0 || after.length === 0) return gap.partner;
  pairByLastingWords(gap);
  pairBySimilarity(gap);
  pairByPath(gap);
  return gap.partner;
}

/** A card that said "3 hours ago" and says "5 hours ago" is the same card, wherever it is in the gap. */
function pairByLastingWords(gap: Gap): void {
  const { before, after, budget } = gap;
  if (before.length === 1 && after.length === 1) return;
  const places = new Map<string, number[]>();
  for (let j = after.length - 1; j >= 0; j--) {
    const key = lastingWords(after[j] as Segment, budget);
    if (key === '') continue;
    const known = places.get(key);
    if (known === undefined) places.set(key, [j]);
    else known.push(j);
  }
  for (const [i, old] of before.entries()) {
    const key = lastingWords(old, budget);
    const j = key === '' ? undefined : places.get(key)?.pop();
    if (j !== undefined) gap.pair(i, j);
  }
}

function pairBySimilarity(gap: Gap): void {
  const { before, after, budget } = gap;
  const candidates: { readonly i: number; readonly j: number; readonly score: number }[] = [];
  for (const [i, old] of before.entries()) {
    if (gap.isPaired(i)) continue;
    const shift = after.length - before.length;
    const from = Math.max(0, Math.min(i, i + shift) - window);
    const to = Math.min(after.length, Math.max(i, i + shift) + window + 1);
    for (let j = from; j < to && j < from + 4 * window; j++) {
      const now = after[j] as Segment;
      if (gap.isTaken(j) || old.kind !== now.kind || !budget.spendOn(old, now)) continue;
      const score = similarity(old.tokens, now.tokens);
      if (score >= leastShared)
        candidates.push({ i, j, score: old.path === now.path ? score + 0.05 : score });
    }
  }
  candidates.sort((x, y) => y.score - x.score || x.i - y.i || x.j - y.j);
  for (const { i, j } of candidates) if (!gap.isPaired(i) && !gap.isTaken(j)) gap.pair(i, j);
}

function pairByPath(gap: Gap): void {
  const { before, after } = gap;
  const places = new Map<string, number>();
  for (const [j, now] of after.entries()) if (!gap.isTaken(j)) places.set(now.path, j);
  for (const [i, old] of before.entries()) {
    if (gap.isPaired(i)) continue;
    const j = places.get(old.path);
    if (j !== undefined && !gap.isTaken(j) && (after[j] as Segment).kind === old.kind) gap.pair(i, j);
  }
}
