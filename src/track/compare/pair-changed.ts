import type { Segment } from '../../document/index.ts';
import type { Effort } from './effort.ts';
import { similarity } from './similarity.ts';
import { steadyWords } from './steady-words.ts';

/** Segments that share less than this are two, unless they stand at the same place. */
const alike = 0.4;
/** How far from its own place in a gap a changed segment is looked for. */
const window = 12;

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
  const partner = new Int32Array(before.length).fill(-1);
  if (before.length === 0 || after.length === 0) return partner;
  const taken = new Uint8Array(after.length);
  pairWithoutNumbers(before, after, partner, taken, effort);
  pairAlike(before, after, partner, taken, effort);
  pairByPath(before, after, partner, taken);
  return partner;
}

/**
 * A card that says "5 hours ago" now and "3 hours ago" before is the same card, wherever it stands. Only words count
 * that are not about time or number; two leaves without any are not the same for that.
 */
function pairWithoutNumbers(
  before: readonly Segment[],
  after: readonly Segment[],
  partner: Int32Array,
  taken: Uint8Array,
  effort: Effort,
): void {
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
    if (j === undefined) continue;
    partner[i] = j;
    taken[j] = 1;
  }
}

function pairAlike(
  before: readonly Segment[],
  after: readonly Segment[],
  partner: Int32Array,
  taken: Uint8Array,
  effort: Effort,
): void {
  const candidates: { readonly i: number; readonly j: number; readonly score: number }[] = [];
  for (const [i, old] of before.entries()) {
    if (partner[i] !== -1) continue;
    const shift = after.length - before.length;
    const from = Math.max(0, Math.min(i, i + shift) - window);
    const to = Math.min(after.length, Math.max(i, i + shift) + window + 1);
    for (let j = from; j < to && j < from + 4 * window; j++) {
      const now = after[j] as Segment;
      if (taken[j] === 1 || old.kind !== now.kind || !effort.allows(old, now)) continue;
      const score = similarity(old.tokens, now.tokens);
      if (score >= alike) candidates.push({ i, j, score: old.path === now.path ? score + 0.05 : score });
    }
  }
  candidates.sort((x, y) => y.score - x.score || x.i - y.i || x.j - y.j);
  for (const { i, j } of candidates) {
    if (partner[i] !== -1 || taken[j] === 1) continue;
    partner[i] = j;
    taken[j] = 1;
  }
}

function pairByPath(
  before: readonly Segment[],
  after: readonly Segment[],
  partner: Int32Array,
  taken: Uint8Array,
): void {
  const places = new Map<string, number>();
  for (const [j, now] of after.entries()) if (taken[j] === 0) places.set(now.path, j);
  for (const [i, old] of before.entries()) {
    if (partner[i] !== -1) continue;
    const j = places.get(old.path);
    if (j === undefined || taken[j] === 1 || (after[j] as Segment).kind !== old.kind) continue;
    partner[i] = j;
    taken[j] = 1;
  }
}
