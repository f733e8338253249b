import type { Segment } from '../../document/index.ts';
import type { SegmentChange } from '../compare/compare-segments.ts';
import { placeKind } from '../compare/segment-likeness.ts';
import {
  type ClockEvidence,
  type DoubtfulTime,
  doubtfulTimes,
  movedOn,
  timeMark,
  withoutTimes,
} from './same-times.ts';
import type { TimeReading } from './time-expression.ts';

/** Where a time stands, and how it is written: the same on all pages that a template makes. */
export interface ClockLocation {
  readonly path: string;
  readonly time: DoubtfulTime;
}

export function clockLocation(path: string, { kind, word }: DoubtfulTime): ClockLocation {
  return { path: placeKind({ path }), time: { kind, word } };
}

export const isOneLocation = (one: ClockLocation, other: ClockLocation): boolean =>
  one.path === other.path && one.time.kind === other.time.kind && one.time.word === other.time.word;

/** Rows of a table or list that must have moved on with the clock, at least. */
const enoughRows = 3;
/** Longer texts are not rows. In characters. */
const longestRow = 500;

/**
 * What the rows of a page say about the times in them: "3 days" in every row is an age if all of them move on with the clock,
 * and a delivery time if one does and the others stay.
 */
export class PageClocks {
  readonly #changes: readonly SegmentChange[];
  readonly #at: readonly [number | null, number | null];
  #rows: ReadonlyMap<string, readonly SegmentChange[]> | null = null;
  readonly #known = new Map<string, boolean>();

  constructor(changes: readonly SegmentChange[], lastAt: number | null, nowAt: number | null) {
    this.#changes = changes;
    this.#at = [lastAt, nowAt];
  }

  /** Evidence for the times of a segment; `isKnown` says what other pages and earlier visits showed. */
  at({ path, text }: Segment, isKnown: (location: ClockLocation) => boolean): ClockEvidence {
    return (time) => {
      const location = clockLocation(path, time);
      return isKnown(location) || this.#movesInAllRows(location) || isInFrame(path, text);
    };
  }

  #movesInAllRows(location: ClockLocation): boolean {
    const key = `${location.path}\n${location.time.kind}\n${location.time.word}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    this.#rows ??= Map.groupBy(this.#changes, ({ before, after }) =>
      before === null || after === null ? '' : placeKind(after),
    );
    const does = this.#moves(this.#rows.get(location.path) ?? [], location.time);
    this.#known.set(key, does);
    return does;
  }

  #moves(rows: readonly SegmentChange[], time: DoubtfulTime): boolean {
    const [lastAt, nowAt] = this.#at;
    if (rows.length < enoughRows || lastAt === null || nowAt === null) return false;
    let moved = 0;
    for (const { before, after } of rows) {
      const [old, now] = [readingsOf(before, lastAt, time), readingsOf(after, nowAt, time)];
      if (old.length !== now.length) continue;
      for (const [index, reading] of old.entries()) {
        const [first, second] = [
          { reading, at: lastAt },
          { reading: now[index] as TimeReading, at: nowAt },
        ];
        if (JSON.stringify(reading) !== JSON.stringify(second.reading)) {
          if (!movedOn(first, second)) return false;
          moved++;
        } else if (mustHaveMoved(reading, Math.abs(nowAt - lastAt) / 1000)) return false;
      }
    }
    return moved >= enoughRows;
  }
}

/** Whether a time stands alone in the header or footer of a page: a deadline never does. The header of an article shows the article's own day. */
function isInFrame(path: string, text: string): boolean {
  const [frame] = /^(?:[a-z]+(?:\[\d+\])?\/)*?(?:header|footer|nav)\b/.exec(path) ?? [];
  if (frame === undefined || /\b(?:main|article|section|li|t[dhr])\b/.test(frame)) return false;
  return !/[\p{L}\p{N}]/u.test(withoutTimes(text).replaceAll(timeMark, ''));
}

function readingsOf(
  segment: Segment | null,
  at: number,
  { kind, word }: DoubtfulTime,
): readonly TimeReading[] {
  if (segment === null || segment.text.length > longestRow) return [];
  return doubtfulTimes(segment.text, at).flatMap((one) =>
    one.kind === kind && one.word === word ? [one.reading] : [],
  );
}

/** Whether the length of time in a text moved on with the clock, stayed although the clock moved, or shows neither. */
export function lengthMovedOn(
  before: { readonly text: string; readonly at: number },
  after: { readonly text: string; readonly at: number },
): 'moved' | 'stayed' | null {
  const [old, now] = [before, after].map(
    ({ text, at }) => doubtfulTimes(text, at).find(({ kind }) => kind === 'length')?.reading,
  );
  if (old === undefined || now === undefined) return null;
  if (JSON.stringify(old) !== JSON.stringify(now))
    return movedOn({ reading: old, at: before.at }, { reading: now, at: after.at }) ? 'moved' : 'stayed';
  return mustHaveMoved(old, (after.at - before.at) / 1000) ? 'stayed' : null;
}

/** Whether a time would say something else by now. An age in months stays the same for weeks. */
function mustHaveMoved(reading: TimeReading, elapsed: number): boolean {
  return reading.kind !== 'ago' || elapsed >= (reading.most - reading.least) / 2;
}
