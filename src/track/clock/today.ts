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
