import { weekdayNumbers, weekdayPattern } from './month-names.ts';

const weekdays = new RegExp(`(?<![\\p{L}])(?:${weekdayPattern})(?![\\p{L}])`, 'giu');

/**
 * Whether a line is about the day of the response: it names that weekday, or is the number of that day and nothing else.
 * Opening hours and calendars have today's line in bold.
 */
export function isAboutToday(text: string, at: number | null): boolean {
  if (at === null) return false;
  // It is that day somewhere on earth.
  return [-12, 0, 14].some((hours) => {
    const there = new Date(at + hours * 3_600_000);
    if (text.trim() === String(there.getUTCDate())) return true;
    const names = text.match(weekdays) ?? [];
    return names.some((name) => weekdayNumbers.get(name.toLowerCase()) === there.getUTCDay());
  });
}
