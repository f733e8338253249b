import type { Segment } from '../../document/index.ts';
import type { Effort } from './effort.ts';
import { similarity } from './similarity.ts';
import { steadyWords } from './steady-words.ts';

/** Segments that share less than this are two, unless they stand at the same place. */
const alike = 0.4;
/** How far from its own place in a gap a changed segment is looked for. */
const window = 12;

/** The segments of a gap, and the pairs that were found so far. */
class Gap {
  readonly before: readonly Segment[];
  readonly after: readonly Segment[];
  readonly effort: Effort;
  /** A place in `after`, or -1, for each of `before`. */
  readonly partner: Int32Array;
  readonly #taken: Uint8Array;

  constructor(before: readonly Segment[], after: readonly Segment[], effort: Effort) {
    this.before = before;
    this.after = after;
    this.effort = effort;
    this.partner = new Int32Array(before.length).fill(-1);
    this.#taken = new Uint8Array(after.length);
  }

  isPaired(i: number): boolean {
    return this.partner[i] !== -1;
  }

  isTaken(j: number): boolean {
    return this.#taken[j] === 1;
  }

  pair(i: number, j: number): void {
    this.partner[i] = j;
    this.#taken[j] = 1;
  }
}

/**
 * Pairs the segments of a gap, old with new, that are the same segment with other words: first those that differ in
 * numbers and times only, then those that share most, then those at the same path. The result gives a place in `after`
 * or -1 for each of `before`.
 */
export function pairChanged(
  before: readonly Segment[],
  after: readonly Segment[],
  effort: Effort,
): Int32Array {
  const gap = new Gap(before, after, effort);
  if (before.length === 0 || after.length === 0) return gap.partner;
  pairWithoutNumbers(gap);
  pairAlike(gap);
  pairByPath(gap);
  return gap.partner;
}

/**
 * A card that says "5 hours ago" now and "3 hours ago" before is the same card, wherever it stands. Only words count
 * that are not about time or number; two leaves without any are not the same for that.
 */
function pairWithoutNumbers(gap: Gap): void {
  const { before, after, effort } = gap;
  if (before.length === 1 && after.length === 1) return;
  const places = new Map<string, number[]>();
  for (let j = after.length - 1; j >= 0; j--) {
    const key = steadyWords(after[j] as Segment, effort);
    if (key === '') continue;
    const known = places.get(key);
    if (known === undefined) places.set(key, [j]);
    else known.push(j);
  }
  for (const [i, old] of before.entries()) {
    const key = steadyWords(old, effort);
    const j = key === '' ? undefined : places.get(key)?.pop();
    if (j !== undefined) gap.pair(i, j);
  }
}

function pairAlike(gap: Gap): void {
  const { before, after, effort } = gap;
  const candidates: { readonly i: number; readonly j: number; readonly score: number }[] = [];
  for (const [i, old] of before.entries()) {
    if (gap.isPaired(i)) continue;
    const shift = after.length - before.length;
    const from = Math.max(0, Math.min(i, i + shift) - window);
    const to = Math.min(after.length, Math.max(i, i + shift) + window + 1);
    for (let j = from; j < to && j < from + 4 * window; j++) {
      const now = after[j] as Segment;
      if (gap.isTaken(j) || old.kind !== now.kind || !effort.allows(old, now)) continue;
      const score = similarity(old.tokens, now.tokens);
      if (score >= alike) candidates.push({ i, j, score: old.path === now.path ? score + 0.05 : score });
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
