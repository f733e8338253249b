import type { Segment } from '../../document/index.ts';
import { matchEqualSegments } from './match-equal-segments.ts';
import { isValue, type MatchedRecords, matchRecords, noRecords, type RecordPair } from './match-records.ts';
import { type NumberedHashes, NumberedValues, numberHashes } from './number-sequences.ts';
import { SegmentPairs } from './pair-changed-segments.ts';
import { TokenBudget } from './segment-likeness.ts';
import { asWritten, type LinkIdentity, sameLinks } from './segment-links.ts';

/** What happened to a segment since the last good version, with flags like those of pages. */
export type SegmentChange =
  | { readonly flag: 'same' | 'moved'; readonly before: Segment; readonly after: Segment }
  /** Words, mark-up or links differ, and it may have moved as well. */
  | { readonly flag: 'changed'; readonly before: Segment; readonly after: Segment; readonly isMoved: boolean }
  | { readonly flag: 'new'; readonly before: null; readonly after: Segment }
  | { readonly flag: 'gone'; readonly before: Segment; readonly after: null };

export type SegmentFlag = SegmentChange['flag'];

/** The current segment, or the old one if the segment is gone. */
export function segmentOf({ before, after }: SegmentChange): Segment {
  return (after ?? before) as Segment;
}

/**
 * Pairs the segments of two versions: equal ones in order (same), equal ones elsewhere (moved), then those that are
 * alike or at the same place (changed). The rest is new or gone. The result follows the order of the page as it is now.
 */
export function compareSegments(
  last: readonly Segment[],
  now: readonly Segment[],
  identity: LinkIdentity = asWritten,
): readonly SegmentChange[] {
  const hashes = numberHashes(last, now);
  const budget = new TokenBudget();
  const records = areEqual(hashes) ? noRecords : matchRecords({ last, now, identity, budget });
  const equal = matchEqualSegments(
    last,
    now,
    records === noRecords ? hashes : hashesIn(records, last, now, hashes),
  );
  const pairs = new SegmentPairs(last, now, equal, records, budget);
  pairs.pairInRecords();
  pairs.pairByLastingWords();
  pairs.pairInGaps();
  pairs.pairElsewhere();
  return listChanges(last, now, pairs.beforeOf, (i, j) => {
    const before = last[i] as Segment;
    const after = now[j] as Segment;
    const isEqual = hashes.before[i] === hashes.after[j] && sameLinks(before, after, identity);
    const isMoved = pairs.isMoved[j] === 1;
    if (!isEqual) return { flag: 'changed', before, after, isMoved };
    return { flag: isMoved ? 'moved' : 'same', before, after };
  });
}

function areEqual({ before, after }: NumberedHashes): boolean {
  return before.length === after.length && before.every((hash, position) => hash === after[position]);
}

/**
 * Hashes that are equal only within one pair of records, and there, for cells and values, in one column: "5 days" of
 * another row is not the same segment, nor is the 8 of another column.
 */
function hashesIn(
  { pairs, before, after }: MatchedRecords,
  last: readonly Segment[],
  now: readonly Segment[],
  hashes: NumberedHashes,
): NumberedHashes {
  const numbers = new NumberedValues<string>();
  const columns = [columnsOf(pairs, 'before'), columnsOf(pairs, 'after')] as const;
  const numbersOf = (
    side: 0 | 1,
    segments: readonly Segment[],
    own: Int32Array,
    record: Int32Array,
  ): Int32Array =>
    numbers.numbersOf(
      Array.from(own, (hash, position) => {
        const pair = record[position] as number;
        if (pair === 0) return `${hash}`;
        const column = columns[side].get(position);
        const isFixed = column !== undefined && (isInCell(column) || isValue(segments[position] as Segment));
        return isFixed ? `${hash} ${pair} ${column}` : `${hash} ${pair}`;
      }),
    );
  const [old, fresh] = [numbersOf(0, last, hashes.before, before), numbersOf(1, now, hashes.after, after)];
  return { before: old, after: fresh, count: numbers.size };
}

const isInCell = (column: string): boolean => /^t[dh]\b/.test(column);

function columnsOf(pairs: readonly RecordPair[], side: 'before' | 'after'): ReadonlyMap<number, string> {
  const columns = new Map<number, string>();
  for (const { [side]: record } of pairs)
    for (const [at, position] of record.positions.entries())
      columns.set(position, record.columns[at] as string);
  return columns;
}

/** A gone segment is listed after the segments that preceded it. */
function listChanges(
  last: readonly Segment[],
  now: readonly Segment[],
  beforeOf: Int32Array,
  changeOf: (i: number, j: number) => SegmentChange,
): readonly SegmentChange[] {
  const isPaired = new Uint8Array(last.length);
  for (const place of beforeOf) if (place >= 0) isPaired[place] = 1;
  const changes: SegmentChange[] = [];
  let next = 0;
  const listGone = (until: number): void => {
    for (; next < until; next++) {
      if (isPaired[next] === 0) changes.push({ flag: 'gone', before: last[next] as Segment, after: null });
    }
  };
  for (let j = 0; j < now.length; j++) {
    const i = beforeOf[j] as number;
    if (i < 0) {
      changes.push({ flag: 'new', before: null, after: now[j] as Segment });
      continue;
    }
    if (i >= next) listGone(i);
    changes.push(changeOf(i, j));
  }
  listGone(last.length);
  return changes;
}
