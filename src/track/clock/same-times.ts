import { findTimes } from './find-times.ts';
import {
  type CalendarDay,
  dayLength,
  earliestZone,
  latestZone,
  type TimeExpression,
  type TimeReading,
} from './time-expression.ts';

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

/** A time that may run with the clock, or may be a deadline that was moved by the same amount. */
export interface DoubtfulTime {
  /** A length of time, or a day or hour in any notation. */
  readonly kind: 'length' | 'date';
  /** The word before it, or nothing. */
  readonly word: string;
}

/** Whether something shows that such a time runs with the clock. */
export type ClockEvidence = (time: DoubtfulTime) => boolean;

const believeAll: ClockEvidence = () => true;

/**
 * The times that only moved on between two texts, and those that are written alike. The n-th time of one text is compared
 * with the n-th of the other; if one has more of them, only what is written alike is the same.
 */
export function sameTimes(
  before: DatedText,
  after: DatedText,
  isClock: ClockEvidence = believeAll,
): SameTimes {
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
    const [first, second] = [
      { reading: expression.reading, at: atBefore },
      { reading: other.reading, at: atAfter },
    ];
    if (endAtOneHour(first, second)) return true;
    if (!movedOn(first, second)) return false;
    return (
      isCertain(first, second) ||
      isShortAge(textNow(other)) ||
      isMarkedAsClock(after.text, other) ||
      isClock(doubtful(after.text, other))
    );
  });
  return [old.filter((_, index) => isSame[index]), now.filter((_, index) => isSame[index])];
}

/** The times of a text that only evidence can distinguish from a deadline or a delivery time. */
export function doubtfulTimes(
  text: string,
  at: number,
): readonly (DoubtfulTime & Pick<TimeExpression, 'reading'>)[] {
  return timesIn(text, at).flatMap((time) =>
    isDoubtful(time.reading) && !isShortAge(sliceOf(text, time)) && !isMarkedAsClock(text, time)
      ? [{ ...doubtful(text, time), reading: time.reading }]
      : [],
  );
}

/** Whether a doubtful time is the time of its response, as a clock would show it. */
export function saysNow(reading: TimeReading, at: number): boolean {
  return isClockAt({ reading, at });
}

function doubtful(text: string, { start, reading }: TimeExpression): DoubtfulTime {
  const word = /(\p{L}+)\P{L}*$/u.exec(text.slice(Math.max(0, start - 40), start))?.[1] ?? '';
  return { kind: reading.kind === 'ago' ? 'length' : 'date', word: word.toLowerCase() };
}

/** Words before a time that say what it is, in the languages of most pages. Today and now are words of CLDR. */
const clockWords =
  /(?:^|[^\p{L}])(?:updated?|generated|rendered|refreshed|retrieved|accessed|printed|current(?:ly)?|now|it is|(?:server|local|your) time|last (?:change|modified|checked|sync\w*|build)|stand|aktualisiert|aktualisierung|erzeugt|abgerufen|jetzt|aktuell\p{L}*|mise? à jour|actualisé\p{L}*|généré\p{L}*|il est|actualizad[oa]|última actualización|generado|ahora|aggiornat[oa]|ultimo aggiornamento|atualizad[oa]|última atualização|gerado|agora|bijgewerkt|gegenereerd|uppdatera\p{L}*|opdatere\p{L}*|oppdatert|päivitetty|zaktualizowan\p{L}+|aktualizacj\p{L}+|aktualizov\p{L}+|güncelle\p{L}+|обновлен\p{L}*|обновлён\p{L}*|оновлен\p{L}*|сейчас|更新|最終更新|更新于|업데이트|تحديث)(?:[^\p{L}]|$)(?:[^.!?;]{0,24})$/iu;

/** Whether the words before a time say that it runs with the clock: "Updated on 16 November". */
function isMarkedAsClock(text: string, { start }: TimeExpression): boolean {
  return clockWords.test(text.slice(Math.max(0, start - 48), start));
}

/** Ten digits are a time only if they show the time of the response. */
function timesIn(text: string, at: number): readonly TimeExpression[] {
  return findTimes(text).filter(
    ({ reading }) =>
      reading.kind !== 'instant' || reading.isBare !== true || isNow(reading.milliseconds, reading.span, at),
  );
}

/** The times that both texts have, each paired with the next one that is written in the same way. */
function writtenAlike(
  old: readonly TimeExpression[],
  now: readonly TimeExpression[],
  textBefore: (time: TimeExpression) => string,
  textNow: (time: TimeExpression) => string,
): SameTimes {
  const [before, after]: [TimeExpression[], TimeExpression[]] = [[], []];
  /** The positions of each spelling, the last one first. */
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
export function differInTimeOnly(before: DatedText, after: DatedText, isClock?: ClockEvidence): boolean {
  const [old, now] = sameTimes(before, after, isClock);
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
/** Seconds by which an age may have grown more than the clock: a cached page shows the age at the time it was made. */
const mostDelay = 3600;

/**
 * Whether two times differ only because time passed: each shows the moment of its own response, in one time zone, or both
 * say how long ago the same thing was. A price is never taken for a clock.
 */
export function movedOn(before: ShownTime, after: ShownTime): boolean {
  const [old, now] = [before.reading, after.reading];
  if (old.kind === 'at present' && now.kind === 'at present') return true;
  if (old.kind === 'moment' && now.kind === 'moment') return areOneMoment(before, after);
  if (old.kind === 'day' && now.kind === 'day') {
    const isSameDay = (one: CalendarDay): boolean => now.days.some((other) => isOneDay(one, other));
    if ((old.daysAgo !== now.daysAgo || old.daysAgo === undefined) && isRelative(before, after))
      return old.days.some(isSameDay);
    return old.days.some(
      (first) =>
        isToday(first, before.at) &&
        now.days.some((second) => second.order === first.order && isToday(second, after.at)),
    );
  }
  if (isRelative(before, after) || (old.kind === 'ago' && now.kind === 'ago')) {
    const early = old.kind === 'ago' && now.kind === 'ago' && isRelative(before, after) ? mostDelay : 0;
    const times = periodsOf(after).map(({ from, to }) => ({ from, to: to + early }));
    return periodsOf(before).some((first) => times.some((second) => periodsOverlap(first, second)));
  }
  if (old.kind === 'time of day' && now.kind === 'time of day') {
    const offset = zoneOffset(old.seconds, old.span, before.at);
    return old.span === now.span && offset !== null && offset === zoneOffset(now.seconds, now.span, after.at);
  }
  return old.kind === now.kind && isClockAt(before) && isClockAt(after);
}

/**
 * Whether two lengths of time, to the minute, end at the same hour of a day: "order within 3 h 20 min", then "within 1 h 45 min". Delivery
 * times are round, and visits at one hour of the day prove nothing.
 */
function endAtOneHour(before: ShownTime, after: ShownTime): boolean {
  const [old, now] = [before, after].map(({ reading }) => minutesLeft(reading));
  if (old === undefined || now === undefined || old === null || now === null) return false;
  if (old % roundTime === 0 && now % roundTime === 0) return false;
  const passed = withinHalfDay((after.at - before.at) / 1000);
  return Math.abs(passed) > roundTime && Math.abs(withinHalfDay(now - old + passed)) <= tolerance + minute;
}

/** Seconds from the nearest midnight, in either direction. */
const withinHalfDay = (seconds: number): number => modulo(seconds + dayLength / 2, dayLength) - dayLength / 2;

const minute = 60;

/** The seconds of a length of time that says its minutes; null for any other time. */
function minutesLeft(reading: TimeReading): number | null {
  if (reading.kind !== 'ago' || reading.isBare !== true || reading.most - reading.least > 2 * minute)
    return null;
  const length = (reading.least + reading.most) / 2;
  return length <= dayLength ? Math.abs(length) : null;
}

/** Whether one of the times is relative to now: "yesterday". */
function isRelative(...times: readonly ShownTime[]): boolean {
  return times.some(({ reading }) => {
    const part = reading.kind === 'moment' ? reading.day : reading;
    return part.kind === 'ago' ? part.isBare !== true : part.kind === 'day' && part.daysAgo !== undefined;
  });
}

/** Whether two times that moved on are certainly a clock. */
function isCertain(before: ShownTime, after: ShownTime): boolean {
  if (isRelative(before, after) || !(isDoubtful(before.reading) && isDoubtful(after.reading))) return true;
  const [old, now] = [before.reading, after.reading];
  // "23 hours", then "2 days": a delivery time keeps its unit.
  return old.kind === 'ago' && now.kind === 'ago' && old.most - old.least !== now.most - now.least;
}

/** "22h", "3d": lists of posts write ages like this. A delivery time or a notice period is written out. */
const isShortAge = (text: string): boolean => /^\d+\p{L}{1,3}$/u.test(text);

/** A deadline is a day, or a round time of a day, not a time with seconds. A length of time without "ago" may be a delivery time. */
function isDoubtful(reading: TimeReading): boolean {
  switch (reading.kind) {
    case 'at present':
      return false;
    case 'ago':
      return reading.isBare === true;
    case 'day':
      return reading.daysAgo === undefined;
    case 'weekday':
      return true;
    case 'time of day':
      return reading.span > 1 && reading.seconds % roundTime === 0;
    case 'moment':
      return isDoubtful(reading.day) && isDoubtful(reading.time);
    case 'instant':
      return (
        reading.span > 1 && reading.span < longestDoubt && (reading.milliseconds / 1000) % roundTime === 0
      );
  }
}

/** A time with a longer span, such as the year of a copyright, was not set by hand if it agrees with both answers. In seconds. */
const longestDoubt = 300 * dayLength;

const roundTime = 300;

/** Whether a time is the time of its response. */
function isClockAt({ reading, at }: ShownTime): boolean {
  switch (reading.kind) {
    case 'day':
      return reading.days.some((day) => isToday(day, at));
    case 'weekday':
      return isWeekdayToday(reading.weekday, at);
    case 'instant':
      return isNow(reading.milliseconds, reading.span, at);
    case 'time of day':
      return zoneOffset(reading.seconds, reading.span, at) !== null;
    case 'moment':
      return momentsByZone({ reading, at }).some((seconds) =>
        seconds.some((second) => isNow(second * 1000, reading.time.span, at)),
      );
    case 'ago':
    case 'at present':
      return false;
  }
}

/** Whether two moments are the same one, seen from two different days, or each is the time of its response. */
function areOneMoment(before: ShownTime, after: ShownTime): boolean {
  const isRewritten = isRelative(before, after) || dayKind(before) !== dayKind(after);
  const isNowAt = (second: number, { reading, at }: ShownTime): boolean =>
    isNow(second * 1000, reading.kind === 'moment' ? reading.time.span : 1, at);
  const secondsBefore = momentsByZone(before);
  const secondsAfter = momentsByZone(after);
  return secondsBefore.some((ofZone, zone) =>
    ofZone.some((one) =>
      secondsAfter[zone]?.some(
        (other) =>
          (isRewritten && Math.abs(one - other) < 60) || (isNowAt(one, before) && isNowAt(other, after)),
      ),
    ),
  );
}

const dayKind = ({ reading }: ShownTime): string => (reading.kind === 'moment' ? reading.day.kind : '');

/** What a day and a time of day can mean in each time zone, from the earliest to the latest one. In seconds since 1970. */
function momentsByZone({ reading, at }: ShownTime): readonly (readonly number[])[] {
  if (reading.kind !== 'moment') return [];
  const { day, time } = reading;
  const moments: (readonly number[])[] = [];
  let today = Number.NaN;
  let numbers: readonly number[] = [];
  for (let zone = earliestZone; zone <= latestZone; zone += quarterHour) {
    const there = Math.floor((at / 1000 + zone) / dayLength);
    if (there !== today) [today, numbers] = [there, dayNumbers(day, there)];
    moments.push(numbers.map((number) => number * dayLength + time.seconds - zone));
  }
  return moments;
}

/** The days since 1970 that a day can be when it is `today`. */
function dayNumbers(day: Extract<TimeReading, { kind: 'moment' }>['day'], today: number): readonly number[] {
  switch (day.kind) {
    case 'ago':
      return [today - (day.daysAgo ?? 0)];
    case 'weekday': {
      // 1 January 1970 was a Thursday.
      const back = modulo(today + 4 - day.weekday, 7);
      return back === 0 ? [today, today - 7] : [today - back];
    }
    case 'day': {
      const thisYear = new Date(today * dayLength * 1000).getUTCFullYear();
      return day.days.flatMap(({ year, month, day: date }) =>
        (year === null ? [thisYear, thisYear - 1] : [year]).map(
          (one) => Date.UTC(one, month - 1, date) / 1000 / dayLength,
        ),
      );
    }
  }
}

function isOneDay(one: CalendarDay, other: CalendarDay): boolean {
  return (
    one.day === other.day &&
    one.month === other.month &&
    (one.year ?? other.year) === (other.year ?? one.year)
  );
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

/** When the event may have happened that the page refers to; nothing when that is not known. */
function periodsOf({ reading, at }: ShownTime): readonly Period[] {
  const now = at / 1000;
  switch (reading.kind) {
    case 'ago':
      return [{ from: now - reading.most - tolerance, to: now - reading.least + tolerance }];
    case 'instant':
      return [{ from: reading.milliseconds / 1000, to: reading.milliseconds / 1000 + reading.span }];
    case 'day':
      return [periodOfDay(reading.days, at)].filter((period) => period !== null);
    case 'moment':
      return momentsByZone({ reading, at })
        .flat()
        .map((second) => ({ from: second, to: second + reading.time.span }));
    case 'weekday': {
      const day = dayNumbers(reading, Math.floor(now / dayLength))[0] ?? 0;
      return [inAllZones(day * dayLength)];
    }
    case 'time of day':
    case 'at present':
      return [];
  }
}

/** Only for an unambiguous day. Without a year it is the last such day. */
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
  return inAllZones(Date.UTC(year, month - 1, day) / 1000);
}

const inAllZones = (start: number): Period => ({
  from: start - latestZone,
  to: start + dayLength - earliestZone,
});

export function periodsOverlap(a: Period, b: Period): boolean {
  return a.from <= b.to && b.from <= a.to;
}

function modulo(value: number, by: number): number {
  return ((value % by) + by) % by;
}

/** The UTC offsets, in hours, with the earliest and the latest date on earth, and UTC itself. */
const zones = [-12, 0, 14];

/** The dates that are current somewhere on earth at one moment, as UTC fields. */
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
  const [moment] = periodsOf({ reading: age.reading, at });
  return moment === undefined
    ? null
    : { words: text.slice(0, age.start) + timeMark + text.slice(age.end), moment };
}
