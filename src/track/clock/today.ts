import { weekdayNumbers, weekdayPattern } from './calendar-names.ts';
import type { CalendarDay } from './time-expression.ts';

/** The hours from UTC at which it is the earliest and the latest date on earth, and UTC itself. */
const zones = [-12, 0, 14];

/** The dates that it is somewhere on earth at one moment, as UTC fields. */
function datesOnEarth(at: number): readonly Date[] {
  return zones.map((hours) => new Date(at + hours * 3_600_000));
}

/** Whether it is that day somewhere on earth at that moment. */
export function isToday({ year, month, day }: CalendarDay, at: number): boolean {
  return datesOnEarth(at).some(
    (date) =>
      date.getUTCDate() === day &&
      date.getUTCMonth() + 1 === month &&
      (year === null || date.getUTCFullYear() === year),
  );
}

/** Whether it is that weekday somewhere on earth at that moment, from 0 for Sunday. */
export function isWeekdayToday(weekday: number, at: number): boolean {
  return datesOnEarth(at).some((date) => date.getUTCDay() === weekday);
}

const weekdays = new RegExp(`(?<![\\p{L}])(?:${weekdayPattern})(?![\\p{L}])`, 'giu');

/**
 * Whether a line is about the day of the response: it names that weekday, or it is the number of that day and nothing
 * else. Opening hours and calendars set today's line in bold.
 */
export function isAboutToday(text: string, at: number | null): boolean {
  if (at === null) return false;
  return datesOnEarth(at).some((date) => {
    if (text.trim() === String(date.getUTCDate())) return true;
    const names = text.match(weekdays) ?? [];
    return names.some((name) => weekdayNumbers.get(name.toLowerCase()) === date.getUTCDay());
  });
}
