import { dayLength, type TimeExpression, type TimeReading } from './time-expression.ts';

/** Joins times that are written beside each other and say one thing: "Monday, 16 November", "Yesterday at 10:30", "1 day, 3 hours ago". */
export function mergeTimes(text: string, times: readonly TimeExpression[]): readonly TimeExpression[] {
  const merged: TimeExpression[] = [];
  for (const time of times) {
    let joined = time;
    for (let last = merged.at(-1); last !== undefined; last = merged.at(-1)) {
      const reading = isBeside(text, last.end, joined.start)
        ? joinReadings(last.reading, joined.reading)
        : null;
      if (reading === null) break;
      merged.pop();
      joined = { start: last.start, end: joined.end, reading };
    }
    merged.push(joined);
  }
  // Without a date beside it, "sun" is the sun.
  return merged.filter(({ reading }) => reading.kind !== 'weekday' || !reading.isShort);
}

/** Whether nothing but signs and one short word is between two times. */
function isBeside(text: string, from: number, to: number): boolean {
  return (
    to - from <= 8 && /^[\s,.:;()·•|،、–-]*(?:[\p{L}\p{M}]{1,4}\.?\s*)?[\s(,·]*$/u.test(text.slice(from, to))
  );
}

function joinReadings(first: TimeReading, second: TimeReading): TimeReading | null {
  if (first.kind === 'ago' && second.kind === 'ago') return joinAges(first, second);
  return joinDays(first, second) ?? joinDays(second, first);
}

/** "3 hours, 5 minutes ago". */
function joinAges(
  first: Extract<TimeReading, { kind: 'ago' }>,
  second: Extract<TimeReading, { kind: 'ago' }>,
): TimeReading | null {
  const isPast = first.least >= 0 && second.least >= 0;
  if (first.isBare !== true || first.daysAgo !== undefined || second.daysAgo !== undefined) return null;
  const [unit, smaller] = [first, second].map(({ least, most }) => (most - least) / 2) as [number, number];
  if (!isPast || smaller >= unit) return null;
  const value = (first.least + first.most) / 2 + (second.least + second.most) / 2;
  const { isBare } = second;
  const reading = { kind: 'ago', least: Math.max(0, value - smaller), most: value + smaller } as const;
  return isBare === undefined ? reading : { ...reading, isBare };
}

function joinDays(one: TimeReading, other: TimeReading): TimeReading | null {
  if ((one.kind === 'instant' || one.kind === 'moment') && other.kind === 'weekday') return one;
  if (one.kind === 'day') {
    if (other.kind === 'weekday') return one;
    if (other.kind === 'ago' && other.daysAgo !== undefined) return { ...one, daysAgo: other.daysAgo };
  }
  if (other.kind !== 'time of day') return null;
  const isDay =
    one.kind === 'day' ||
    (one.kind === 'weekday' && !one.isShort) ||
    (one.kind === 'ago' && one.daysAgo !== undefined && Math.abs(one.least) <= 2 * dayLength);
  return isDay ? { kind: 'moment', day: one, time: other } : null;
}
