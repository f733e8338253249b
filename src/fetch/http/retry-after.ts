/** The longest wait that we believe: a day. */
const longestMs = 24 * 60 * 60 * 1000;

/**
 * How many milliseconds a server asks us to wait with `Retry-After` (RFC 9110, section 10.2.3: seconds or a date), from
 * 0 to a day; null if it says nothing that makes sense. `now` is the time of the answer in milliseconds since 1970.
 */
export function retryAfterMs(header: string | null, now: number): number | null {
  const value = header?.trim() ?? '';
  if (/^[0-9]+$/.test(value)) return Math.min(Number(value) * 1000, longestMs);
  const date = parseHttpDate(value, now);
  return date === null ? null : Math.min(Math.max(0, date - now), longestMs);
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const weekday = '(?:mon|tue|wed|thu|fri|sat|sun)';
const longWeekday = '(?:mon|tues|wednes|thurs|fri|satur|sun)day';
const month = `(?<month>${months.join('|')})`;
const time = '(?<hour>\\d\\d):(?<minute>\\d\\d):(?<second>\\d\\d)';

/** IMF-fixdate, RFC 850 and asctime (RFC 9110, section 5.6.7). */
const dateForms: readonly RegExp[] = [
  new RegExp(`^${weekday}, (?<day>\\d\\d) ${month} (?<year>\\d{4}) ${time} GMT$`, 'i'),
  new RegExp(`^${longWeekday}, (?<day>\\d\\d)-${month}-(?<year>\\d\\d) ${time} GMT$`, 'i'),
  new RegExp(`^${weekday} ${month} (?<day>[ \\d]\\d) ${time} (?<year>\\d{4})$`, 'i'),
];

/** Always GMT. Not `Date.parse`, which takes asctime for local time and accepts almost anything. */
function parseHttpDate(text: string, now: number): number | null {
  for (const form of dateForms) {
    const parts = form.exec(text)?.groups;
    if (parts === undefined) continue;
    const { day = '', month: name = '', year = '', hour = '', minute = '', second = '' } = parts;
    if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 60) return null;
    const fullYear = year.length === 2 ? yearNear(Number(year), now) : Number(year);
    const midnight = Date.UTC(fullYear, months.indexOf(name.toLowerCase()), Number(day));
    if (new Date(midnight).getUTCDate() !== Number(day)) return null;
    return midnight + ((Number(hour) * 60 + Number(minute)) * 60 + Number(second)) * 1000;
  }
  return null;
}

/** The last year with these two digits that is at most 50 years ahead (RFC 9110, section 5.6.7). */
function yearNear(lastTwoDigits: number, now: number): number {
  const latest = new Date(now).getUTCFullYear() + 50;
  return latest - ((latest - lastTwoDigits) % 100);
}
