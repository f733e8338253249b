import type { Leaves, Segment } from '../../document/index.ts';
import { type DatedText, differInTimeOnly, withoutTimes } from '../clock/same-times.ts';
import { alignSequences, alignWords } from '../compare/align-sequences.ts';
import { numberLeaves } from '../compare/number-sequences.ts';
import { type LinkIdentity, sameLinks } from '../compare/segment-links.ts';
import { leavesIn, type Snapshot } from '../compare/snapshot.ts';
import { type ComparisonBudget, isTooLong, isWithinBudget, mostSegments } from './comparison-budget.ts';

/**
 * The last version in a form that can be compared with the current one part by part: as it is, or with the current times where they only
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

/** Where more text than this differs, no times are read in it. In characters. */
const mostText = 4_000_000;

/** Text that is read in one piece of work, in characters. */
const textInPiece = 10_000;

/**
 * The last version with the current times, where they only moved on: a log with an age in every row has not changed. Each part is paired with one
 * part at most, so this takes linear time; it is done piece by piece.
 */
function* settleTimes(last: Snapshot, now: Snapshot, identity: LinkIdentity): Generator<void, Snapshot> {
  const [before, after] = [leavesIn(last), leavesIn(now)];
  const { at: lastAt } = last;
  if (lastAt === null || now.at === null || Math.max(before.length, after.length) > mostSegments) return last;
  const settled = [...before.segments];
  let text = 0;
  for (const pair of pairsBetweenEqual(before, after)) {
    if (pair === null) {
      yield;
      continue;
    }
    const [old, current] = [before.segments[pair[0]] as Segment, after.segments[pair[1]] as Segment];
    text += old.text.length + current.text.length;
    if (text > textInPiece) {
      text = 0;
      yield;
    }
    const isMovedOn = differInTimeOnly(textAt(old, lastAt), textAt(current, now.at));
    if (isMovedOn && sameLinks(old, current, identity)) settled[pair[0]] = current;
  }
  return { segments: settled, at: lastAt };
}

const textAt = ({ text }: Segment, at: number): DatedText => ({ text, at });

/** Pairs of different parts between the same two equal ones that are alike apart from times. Null after each piece of work. */
function* pairsBetweenEqual(before: Leaves, after: Leaves): Generator<readonly [number, number] | null> {
  const [a = new Int32Array(), b = new Int32Array()] = numberLeaves([before, after]).sequences;
  const matches = alignSequences(a, b);
  const reader = new LineReader();
  let from = 0;
  for (let i = 0; i <= a.length; i++) {
    const start = i;
    while (i < a.length && (matches[i] as number) < 0) i++;
    const to = i < a.length ? (matches[i] as number) : b.length;
    if (i > start && to > from) {
      const old = yield* reader.linesOf(before, start, i, 'before');
      const now = yield* reader.linesOf(after, from, to, 'after');
      for (const [k, match] of alignWords(old, now).entries())
        if (match >= 0) yield [start + k, from + match];
    }
    from = to + 1;
  }
}

/** Reads the differing lines of a page, up to a limit for all of them. */
class LineReader {
  #text = 0;

  /** A text that is not read gets a line that equals no other. */
  *linesOf(
    { segments }: Leaves,
    from: number,
    to: number,
    version: string,
  ): Generator<null, readonly string[]> {
    const lines: string[] = [];
    for (const [place, { text }] of segments.slice(from, to).entries()) {
      const isRead = text.length <= longestLine && this.#text <= mostText;
      lines.push(isRead ? withoutTimes(text) : `${version} ${place}`);
      if (!isRead) continue;
      const piece = Math.floor(this.#text / textInPiece);
      this.#text += text.length;
      if (Math.floor(this.#text / textInPiece) > piece) yield null;
    }
    return lines;
  }
}
