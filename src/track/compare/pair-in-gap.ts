import type { Segment } from '../../document/index.ts';
import { lastingWords, leastShared, similarity, type TokenBudget } from './segment-likeness.ts';

/** How far from its own place in a gap a changed segment is looked for. */
const window = 12;

/** The segments of a gap, and the pairs found so far. */
class Gap {
  readonly before: readonly Segment[];
  readonly after: readonly Segment[];
  readonly budget: TokenBudget;
  /** For each of `before` its place in `after`, or -1. */
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
 * `before` its place in `after`, or -1.
 */
export function pairInGap(
  before: readonly Segment[],
  after: readonly Segment[],
  budget: TokenBudget,
): Int32Array {
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
