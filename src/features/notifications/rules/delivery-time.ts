import { type DigestTime, type TimeWindow, weekdays } from '../../../project/index.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** When a notification that is made now is sent: at once or with the next digest, but never in quiet hours. */
export function deliveryTime(when: DigestTime, quiet: readonly TimeWindow[], now: number): number {
  return afterQuietHours(quiet, nextDigest(when, now));
}

/** The time of the next digest after now; now itself for rules that send at once. */
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

/** One quiet window may follow another. This limit ends the loop when windows cover the whole day. */
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

/** The end of the quiet window that contains the moment; null when it is outside the window. */
function quietUntil({ from, to, zone }: TimeWindow, at: number): number | null {
  const [begin, end] = [minutesOf(from), minutesOf(to)];
  const { day, minuteOfDay } = zonedTime(at, zone);
  if (begin < end) {
    return minuteOfDay >= begin && minuteOfDay < end ? momentOf(day, end, zone) : null;
  }
  if (minuteOfDay >= begin) return momentOf(day + DAY, end, zone);
  return minuteOfDay < end ? momentOf(day, end, zone) : null;
}

/** What clocks in a time zone show. */
interface ZonedTime {
  /** Midnight of the day, as if the zone were UTC; identifies the day. */
  readonly day: number;
  /** 0 is Sunday. */
  readonly weekday: number;
  readonly minuteOfDay: number;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
    formats.set(zone, format);
  }
  return format;
}

function zonedTime(at: number, zone: string): ZonedTime {
  const parts = new Map(
    formatOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? 0;
  const day = Date.UTC(part('year'), part('month') - 1, part('day'));
  return {
    day,
    weekday: new Date(day).getUTCDay(),
    minuteOfDay: part('hour') * 60 + part('minute'),
  };
}

/** `08:30` in minutes. */
function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

/**
 * The moment at which clocks in the zone show a time of a day. A time that the change to summer time skips is moved later by
 * as much as the clocks move forward; of a time that occurs twice, the first counts.
 */
function momentOf(day: number, minuteOfDay: number, zone: string): number {
  const wanted = day + minuteOfDay * MINUTE;
  // No zone is further than 14 hours from UTC, so only the offsets of the day before and the day after can apply.
  const offsets = [wanted - DAY, wanted + DAY].map((at) => offsetAt(at, zone));
  const moments = offsets.map((offset) => wanted - offset).sort((a, b) => a - b);
  const exact = moments.find((moment) => moment + offsetAt(moment, zone) === wanted);
  return exact ?? moments.at(-1) ?? wanted;
}

/** How far the clocks of the zone are ahead of UTC, in milliseconds. */
function offsetAt(at: number, zone: string): number {
  const whole = Math.floor(at / MINUTE) * MINUTE;
  const { day, minuteOfDay } = zonedTime(whole, zone);
  return day + minuteOfDay * MINUTE - whole;
}
