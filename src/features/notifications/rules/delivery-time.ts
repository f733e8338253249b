import { type DigestTime, type TimeWindow, weekdays } from '../../../project/index.ts';
import { minutesOf, momentOf, zonedTime } from './zoned-time.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** When something that was found now goes out: at once, or at the next time for messages, and never in quiet hours. */
export function deliveryTime(when: DigestTime, quiet: readonly TimeWindow[], now: number): number {
  return afterQuietHours(quiet, nextDigest(when, now));
}

/** The next time for messages after now; now itself if they go out at once. */
function nextDigest(when: DigestTime, now: number): number {
  if (when.every === 'change') return now;
  if (when.every === 'hour') return (Math.floor(now / HOUR) + 1) * HOUR;
  const { day, weekday } = zonedTime(now, when.zone);
  const daysAhead = when.every === 'day' ? 0 : (weekdays.indexOf(when.on) - weekday + 7) % 7;
  const step = when.every === 'day' ? 1 : 7;
  for (let days = daysAhead; ; days += step) {
    const moment = momentOf(day + days * DAY, minutesOf(when.at), when.zone);
    if (moment > now) return moment;
  }
}

/** One quiet time may follow the other, but not for ever. */
const MOST_WINDOWS = 14;

function afterQuietHours(quiet: readonly TimeWindow[], at: number): number {
  let moment = at;
  for (let i = 0; i < MOST_WINDOWS; i++) {
    const end = quiet.map((window) => quietUntil(window, moment)).find((until) => until !== null);
    if (end === undefined || end === null) return moment;
    moment = end;
  }
  return moment;
}

/** The end of the quiet time that the moment is in; null when it is in none. */
function quietUntil({ from, to, zone }: TimeWindow, at: number): number | null {
  const [begin, end] = [minutesOf(from), minutesOf(to)];
  const { day, minuteOfDay } = zonedTime(at, zone);
  if (begin < end) {
    return minuteOfDay >= begin && minuteOfDay < end ? momentOf(day, end, zone) : null;
  }
  if (minuteOfDay >= begin) return momentOf(day + DAY, end, zone);
  return minuteOfDay < end ? momentOf(day, end, zone) : null;
}
