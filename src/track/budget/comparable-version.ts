import type { Leaves, Segment } from '../../document/index.ts';
import { type DatedText, differInTimeOnly, withoutTimes } from '../clock/same-times.ts';
import { alignSequences, alignWords } from '../compare/align-sequences.ts';
import { numberLeaves } from '../compare/number-sequences.ts';
import { type LinkIdentity, sameLinks } from '../compare/segment-links.ts';
import { leavesIn, type Snapshot } from '../compare/snapshot.ts';
import { type ComparisonBudget, isTooLong, isWithinBudget, mostSegments } from './comparison-budget.ts';

/**
 * The last version in the form in which it can be compared with now part by part: as it is, or with the times of now where they only
 * moved on. Null when too much else differs. The work is done piece by piece.
 */
export function* comparableVersion(
  last: Snapshot,
  now: Snapshot,
  identity: LinkIdentity,
  budget: ComparisonBudget,
): Generator<void, Snapshot | null> {
  if (isWithinBudget(last, now, identity, budget)) return last;
  yield;
  if (isTooLong(last) || isTooLong(now)) return null;
  const settled = yield* settleTimes(last, now, identity);
  yield;
  return isWithinBudget(settled, now, identity, budget) ? settled : null;
}

/** Longer texts are not lines of a log, and reading the times in them takes long. In characters. */
const longestLine = 2000;

/** How many pairs are looked at in one go. */
const pairsInPiece = 500;

/**
 * The last version with the times of now, where they only moved on: a log whose every row says how long ago it was differs in
 * all of them, and has not changed. Each part is paired with one part at most, so this takes linear time; it is done piece by piece.
 */
function* settleTimes(last: Snapshot, now: Snapshot, identity: LinkIdentity): Generator<void, Snapshot> {
  const [before, after] = [leavesIn(last), leavesIn(now)];
  const { at: lastAt } = last;
  if (lastAt === null || now.at === null || Math.max(before.length, after.length) > mostSegments) return last;
  const settled = [...before.segments];
  let pairs = 0;
  for (const [i, j] of pairsBetweenEqual(before, after)) {
    if (++pairs % pairsInPiece === 0) yield;
    const [old, current] = [before.segments[i] as Segment, after.segments[j] as Segment];
    const isMovedOn = differInTimeOnly(textAt(old, lastAt), textAt(current, now.at));
    if (isMovedOn && sameLinks(old, current, identity)) settled[i] = current;
  }
  return { segments: settled, at: lastAt };
}

const textAt = ({ text }: Segment, at: number): DatedText => ({ text, at });

/** Pairs of different parts between the same two equal ones that are alike apart from times. */
function* pairsBetweenEqual(before: Leaves, after: Leaves): Generator<readonly [number, number]> {
  const [a = new Int32Array(), b = new Int32Array()] = numberLeaves([before, after]).sequences;
  const matches = alignSequences(a, b);
  let from = 0;
  for (let i = 0; i <= a.length; i++) {
    const start = i;
    while (i < a.length && (matches[i] as number) < 0) i++;
    const to = i < a.length ? (matches[i] as number) : b.length;
    if (i > start && to > from) {
      const paired = alignWords(linesOf(before, start, i, 'before'), linesOf(after, from, to, 'after'));
      for (const [k, match] of paired.entries()) if (match >= 0) yield [start + k, from + match];
    }
    from = to + 1;
  }
}

/** Texts that are too long are like no other. */
function linesOf({ segments }: Leaves, from: number, to: number, version: string): readonly string[] {
  return segments
    .slice(from, to)
    .map(({ text }, place) => (text.length > longestLine ? `${version} ${place}` : withoutTimes(text)));
}
