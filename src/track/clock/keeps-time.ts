import type { CalendarDay, TimeReading } from './time-expression.ts';

/** A time as a page showed it, and the Date of the response that brought the page, in milliseconds. */
export interface ShownTime {
  readonly reading: TimeReading;
  readonly at: number;
}

/** Servers make a page shortly before they send it, and their machines' clocks differ a little. */
const tolerance = 30;
const quarter = 900;
const day = 86_400;

/**
 * Whether two shown times differ only because time went by: each is the clock of its own response, in one time zone; or
 * both tell how long ago the same thing was. A price never keeps time: it would have to run with the clock.
 */
export function keepsTime(before: ShownTime, after: ShownTime): boolean {
  const old = before.reading;
  const now = after.reading;
  if (old.kind === 'at present' && now.kind === 'at present') return true;
  if (old.kind === 'ago' || now.kind === 'ago') return overlap(eventOf(before), eventOf(after));
  if (old.kind === 'time of day' && now.kind === 'time of day') {
    const offset = zoneOffset(old.seconds, old.span, before.at);
    return old.span === now.span && offset !== null && offset === zoneOffset(now.seconds, now.span, after.at);
  }
  if (old.kind === 'day' && now.kind === 'day') {
    return old.days.some(
      (first) =>
        isToday(first, before.at) &&
        now.days.some((second) => second.order === first.order && isToday(second, after.at)),
    );
  }
  if (old.kind === 'weekday' && now.kind === 'weekday') {
    return isWeekday(old.weekday, before.at) && isWeekday(now.weekday, after.at);
  }
  if (old.kind === 'instant' && now.kind === 'instant') {
    return isNow(old.milliseconds, old.span, before.at) && isNow(now.milliseconds, now.span, after.at);
  }
  return false;
}

function isNow(milliseconds: number, span: number, at: number): boolean {
  const late = (at - milliseconds) / 1000;
  return late >= -tolerance && late <= tolerance + span;
}

/** The seconds that a shown time of day is ahead of UTC, a whole number of quarters of an hour; null when it is no clock. */
function zoneOffset(seconds: number, span: number, at: number): number | null {
  const ahead = modulo(seconds - Math.floor(at / 1000), day);
  const offset = Math.round((ahead + span / 2) / quarter) * quarter;
  const late = offset - ahead;
  return late >= -tolerance && late <= tolerance + span ? modulo(offset, day) : null;
}

/** Whether it is that day somewhere on earth at that moment. */
function isToday({ year, month, day: date }: CalendarDay, at: number): boolean {
  return [-12, 0, 14].some((hours) => {
    const there = new Date(at + hours * 3_600_000);
    return (
      there.getUTCDate() === date &&
      there.getUTCMonth() + 1 === month &&
      (year === null || there.getUTCFullYear() === year)
    );
  });
}

function isWeekday(weekday: number, at: number): boolean {
  return [-12, 0, 14].some((hours) => new Date(at + hours * 3_600_000).getUTCDay() === weekday);
}

interface Period {
  readonly from: number;
  readonly to: number;
}

/** When the thing was that is told of, in seconds. */
function eventOf({ reading, at }: ShownTime): Period | null {
  const now = at / 1000;
  switch (reading.kind) {
    case 'ago':
      return { from: now - reading.most - tolerance, to: now - reading.least + tolerance };
    case 'instant':
      return { from: reading.milliseconds / 1000, to: reading.milliseconds / 1000 + reading.span };
    case 'day':
      return dayPeriod(reading.days, at);
    case 'weekday':
    case 'time of day':
    case 'at present':
      return null;
  }
}

/** Only a day that can be read in one way. Without a year it is the last such day. */
function dayPeriod(days: readonly CalendarDay[], at: number): Period | null {
  const [only] = days;
  if (only === undefined || days.length > 1) return null;
  const year = only.year ?? new Date(at).getUTCFullYear();
  const start = Date.UTC(year, only.month - 1, only.day) / 1000;
  return { from: start - 14 * 3600, to: start + day + 12 * 3600 };
}

function overlap(a: Period | null, b: Period | null): boolean {
  return a !== null && b !== null && a.from <= b.to && b.from <= a.to;
}

function modulo(value: number, by: number): number {
  return ((value % by) + by) % by;
}
