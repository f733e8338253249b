import { findTimes } from './find-times.ts';
import type { CalendarDay, TimeExpression, TimeReading } from './time-expression.ts';

/** Stands for a time that only moved on. No page can contain it: the character is reserved for private use. */
export const timeMark = '\u{e000}';

/** A text and the Date of its response in milliseconds; null when the server did not send one. */
export interface DatedText {
  readonly text: string;
  readonly at: number | null;
}

/** The times that two texts have in common, with their positions in each. */
type SameTimes = readonly [readonly TimeExpression[], readonly TimeExpression[]];

const none: SameTimes = [[], []];

/**
 * The times that only moved on between two texts, and those that are written alike. The n-th time of one text is compared
 * with the n-th of the other; if one has more of them, only what is written alike is the same.
 */
export function sameTimes(before: DatedText, after: DatedText): SameTimes {
  const { at: atBefore } = before;
  const { at: atAfter } = after;
  if (atBefore === null || atAfter === null) return none;
  const old = timesIn(before.text, atBefore);
  if (old.length === 0) return none;
  const now = timesIn(after.text, atAfter);
  const textBefore = (time: TimeExpression): string => sliceOf(before.text, time);
  const textNow = (time: TimeExpression): string => sliceOf(after.text, time);
  if (old.length !== now.length) return writtenAlike(old, now, textBefore, textNow);
  const isSame = old.map((expression, index) => {
    const other = now[index] as TimeExpression;
    if (textBefore(expression) === textNow(other)) return true;
    return movedOn({ reading: expression.reading, at: atBefore }, { reading: other.reading, at: atAfter });
  });
  return [old.filter((_, index) => isSame[index]), now.filter((_, index) => isSame[index])];
}

/** Ten digits are a time only if they are the time of the response. */
function timesIn(text: string, at: number): readonly TimeExpression[] {
  return findTimes(text).filter(
    ({ reading }) =>
      reading.kind !== 'instant' || reading.isBare !== true || isNow(reading.milliseconds, reading.span, at),
  );
}

/** Those that both have, each paired with the next one that is written like it. */
function writtenAlike(
  old: readonly TimeExpression[],
  now: readonly TimeExpression[],
  textBefore: (time: TimeExpression) => string,
  textNow: (time: TimeExpression) => string,
): SameTimes {
  const [before, after]: [TimeExpression[], TimeExpression[]] = [[], []];
  /** For each writing its places, the last one first. */
  const places = new Map<string, number[]>();
  for (let at = now.length - 1; at >= 0; at--) {
    const text = textNow(now[at] as TimeExpression);
    const known = places.get(text);
    if (known === undefined) places.set(text, [at]);
    else known.push(at);
  }
  let from = 0;
  for (const expression of old) {
    const ahead = places.get(textBefore(expression)) ?? [];
    while ((ahead.at(-1) ?? from) < from) ahead.pop();
    const found = ahead.pop();
    if (found === undefined) continue;
    before.push(expression);
    after.push(now[found] as TimeExpression);
    from = found + 1;
  }
  return [before, after];
}

/** Whether two texts are the same apart from times that moved on. */
export function differInTimeOnly(before: DatedText, after: DatedText): boolean {
  const [old, now] = sameTimes(before, after);
  return old.length > 0 && withMarks(before.text, old) === withMarks(after.text, now);
}

/** The text with a mark in the place of each time: equal for two texts that may differ in times only. */
export function withoutTimes(text: string): string {
  return withMarks(text, findTimes(text));
}

function withMarks(text: string, times: readonly TimeExpression[]): string {
  let marked = '';
  let from = 0;
  for (const { start, end } of times) {
    marked += text.slice(from, start) + timeMark;
    from = end;
  }
  return marked + text.slice(from);
}

function sliceOf(text: string, { start, end }: TimeExpression): string {
  return text.slice(start, end);
}

/** A time that a page showed, and the Date of the response in milliseconds. */
interface ShownTime {
  readonly reading: TimeReading;
  readonly at: number;
}

/** In seconds: servers build a page shortly before they send it, and clocks differ a little. */
const tolerance = 30;
const quarterHour = 900;
const dayLength = 86_400;

/**
 * Whether two times differ only because time passed: each shows the moment of its own response, in one time zone, or both
 * say how long ago the same thing was. A price never passes for a clock: it would have to run with it.
 */
function movedOn(before: ShownTime, after: ShownTime): boolean {
  const old = before.reading;
  const now = after.reading;
  if (old.kind === 'at present' && now.kind === 'at present') return true;
  if (old.kind === 'ago' || now.kind === 'ago') return periodsOverlap(periodOf(before), periodOf(after));
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
    return isWeekdayToday(old.weekday, before.at) && isWeekdayToday(now.weekday, after.at);
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

/**
 * The seconds by which a time of day is ahead of UTC, in whole quarters of an hour as time zones are; null when it is not
 * the time of the response in any zone.
 */
function zoneOffset(seconds: number, span: number, at: number): number | null {
  const ahead = modulo(seconds - Math.floor(at / 1000), dayLength);
  const offset = Math.round((ahead + span / 2) / quarterHour) * quarterHour;
  const late = offset - ahead;
  return late >= -tolerance && late <= tolerance + span ? modulo(offset, dayLength) : null;
}

/** In seconds since 1970. */
export interface Period {
  readonly from: number;
  readonly to: number;
}

/** When the event happened that the page refers to; null when that is not known. */
function periodOf({ reading, at }: ShownTime): Period | null {
  const now = at / 1000;
  switch (reading.kind) {
    case 'ago':
      return { from: now - reading.most - tolerance, to: now - reading.least + tolerance };
    case 'instant':
      return { from: reading.milliseconds / 1000, to: reading.milliseconds / 1000 + reading.span };
    case 'day':
      return periodOfDay(reading.days, at);
    case 'weekday':
    case 'time of day':
    case 'at present':
      return null;
  }
}

/** Only for a day that can be read in one way. Without a year it is the last such day. */
function periodOfDay(days: readonly CalendarDay[], at: number): Period | null {
  const [only] = days;
  if (only === undefined || days.length > 1) return null;
  const thisYear = new Date(at).getUTCFullYear();
  const period = periodInYear(only, only.year ?? thisYear);
  const isStillToCome = only.year === null && period.from > at / 1000;
  return isStillToCome ? periodInYear(only, thisYear - 1) : period;
}

/** The day in all time zones. */
function periodInYear({ month, day }: CalendarDay, year: number): Period {
  const start = Date.UTC(year, month - 1, day) / 1000;
  return { from: start - 14 * 3600, to: start + dayLength + 12 * 3600 };
}

export function periodsOverlap(a: Period | null, b: Period | null): boolean {
  return a !== null && b !== null && a.from <= b.to && b.from <= a.to;
}

function modulo(value: number, by: number): number {
  return ((value % by) + by) % by;
}

/** The hours from UTC at which it is the earliest and the latest date on earth, and UTC itself. */
const zones = [-12, 0, 14];

/** The dates that it is somewhere on earth at one moment, as UTC fields. */
function datesOnEarth(at: number): readonly Date[] {
  return zones.map((hours) => new Date(at + hours * 3_600_000));
}

/** Whether it is that day somewhere on earth at that moment. */
function isToday({ year, month, day }: CalendarDay, at: number): boolean {
  return datesOnEarth(at).some(
    (date) =>
      date.getUTCDate() === day &&
      date.getUTCMonth() + 1 === month &&
      (year === null || date.getUTCFullYear() === year),
  );
}

/** Whether it is that weekday somewhere on earth at that moment, from 0 for Sunday. */
function isWeekdayToday(weekday: number, at: number): boolean {
  return datesOnEarth(at).some((date) => date.getUTCDay() === weekday);
}

/** A text that says how long ago something was. */
export interface ShownAge {
  /** Its words, with a mark for the age. */
  readonly words: string;
  /** When it was. */
  readonly moment: Period;
}

/** Null unless there is exactly one age in the text. */
export function shownAge({ text, at }: DatedText): ShownAge | null {
  if (at === null) return null;
  const ages = findTimes(text).filter(({ reading }) => reading.kind === 'ago');
  const [age, another] = ages;
  if (age === undefined || another !== undefined) return null;
  const moment = periodOf({ reading: age.reading, at });
  return moment && { words: text.slice(0, age.start) + timeMark + text.slice(age.end), moment };
}
