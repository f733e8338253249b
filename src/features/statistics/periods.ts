import { AppError } from '../../crawl/run/errors.ts';

/** Lengths of time by which matches are counted. */
export const periodUnits = ['hour', 'day', 'week', 'month', 'year'] as const;
export type PeriodUnit = (typeof periodUnits)[number];

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** When the period of a moment begins, in UTC. Weeks begin on Monday. */
export function periodStart(at: number, unit: PeriodUnit): number {
  const date = new Date(at);
  switch (unit) {
    case 'hour':
      return at - (at % HOUR);
    case 'day':
      return at - (at % DAY);
    case 'week': {
      const daysSinceMonday = (date.getUTCDay() + 6) % 7;
      return at - (at % DAY) - daysSinceMonday * DAY;
    }
    case 'month':
      return Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
    case 'year':
      return Date.UTC(date.getUTCFullYear(), 0);
  }
}

/** More periods make lines that are too long to read. */
const MOST_READABLE = 12;
/** The hours of about a quarter of a year; more fit neither a table nor a chart. */
const MOST = 2500;

/**
 * The periods that cover these times: in the wanted unit, or in the shortest readable one. Throws APP_SETTING_INVALID
 * when there are too many.
 */
export function periodsOf(
  times: Iterable<number>,
  wanted: PeriodUnit | null,
): { readonly unit: PeriodUnit; readonly periods: readonly number[] } {
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const at of times) [first, last] = [Math.min(first, at), Math.max(last, at)];
  if (last < first) return { unit: wanted ?? 'day', periods: [] };
  const unit = wanted ?? readableUnit(first, last, MOST_READABLE);
  if ((last - first) / shortestOf[unit] > MOST)
    throw new AppError(
      'APP_SETTING_INVALID',
      `there are more than ${MOST} ${unit}s to show: choose longer periods, or a later beginning`,
    );
  return { unit, periods: periodsBetween(first, last, unit) };
}

/** The starts of all periods from the first moment to the last. */
export function periodsBetween(first: number, last: number, unit: PeriodUnit): readonly number[] {
  const starts: number[] = [];
  for (let start = periodStart(first, unit); start <= last; start = nextPeriod(start, unit))
    starts.push(start);
  return starts;
}

/** The unit of the shortest periods that make a readable table. */
export function readableUnit(first: number, last: number, most: number): PeriodUnit {
  const fits = (unit: PeriodUnit): boolean =>
    (last - first) / shortestOf[unit] < most * 2 && periodsBetween(first, last, unit).length <= most;
  return periodUnits.find(fits) ?? 'year';
}

/** The shortest length of each unit, in milliseconds. With it, too many periods are noticed before they are listed (the hours of ten years). */
const shortestOf = { hour: HOUR, day: DAY, week: 7 * DAY, month: 28 * DAY, year: 365 * DAY } as const;

function nextPeriod(start: number, unit: PeriodUnit): number {
  const date = new Date(start);
  if (unit === 'month') return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1);
  if (unit === 'year') return Date.UTC(date.getUTCFullYear() + 1, 0);
  return start + shortestOf[unit];
}
