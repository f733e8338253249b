const MINUTE = 60_000;
const DAY = 1440 * MINUTE;

/** What clocks in a time zone show. */
interface ZonedTime {
  /** Midnight of the day, as if the zone were UTC: tells one day from another. */
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

export function zonedTime(at: number, zone: string): ZonedTime {
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
export function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

/**
 * The moment at which clocks in the zone show a time of a day. A time that the change to summer time leaves out comes as
 * much later as the clocks are put forward; of a time that comes twice, the first counts.
 */
export function momentOf(day: number, minuteOfDay: number, zone: string): number {
  const wanted = day + minuteOfDay * MINUTE;
  // No zone is further than 14 hours from UTC; the offsets on both sides of a change are all that can apply.
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
