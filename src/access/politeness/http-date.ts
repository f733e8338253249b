const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

// RFC 9110 section 5.6.7. Date.parse is no help: it reads asctime in local time and accepts almost anything.
const time = '(?<hour>\\d\\d):(?<minute>\\d\\d):(?<second>\\d\\d)';
const forms: readonly RegExp[] = [
  new RegExp(`^[a-z]{3}, (?<day>\\d\\d) (?<month>[a-z]{3}) (?<year>\\d{4}) ${time} GMT$`, 'i'),
  new RegExp(`^[a-z]{6,9}, (?<day>\\d\\d)-(?<month>[a-z]{3})-(?<year>\\d\\d) ${time} GMT$`, 'i'),
  new RegExp(`^[a-z]{3} (?<month>[a-z]{3}) (?<day>[ \\d]\\d) ${time} (?<year>\\d{4})$`, 'i'),
];

/** Reads an HTTP date in any of its three forms; null when it is none. `now` settles years of two digits. */
export function parseHttpDate(text: string, now: number): number | null {
  for (const form of forms) {
    const parts = form.exec(text)?.groups;
    if (parts === undefined) continue;
    const written = (name: string): string => parts[name] ?? '';
    const part = (name: string): number => Number(written(name));
    const month = months.indexOf(written('month').toLowerCase());
    const year = written('year').length === 2 ? fullYear(part('year'), now) : part('year');
    if (month < 0 || part('hour') > 23 || part('minute') > 59 || part('second') > 60) return null;
    const midnight = Date.UTC(year, month, part('day'));
    if (new Date(midnight).getUTCDate() !== part('day')) return null;
    return midnight + ((part('hour') * 60 + part('minute')) * 60 + part('second')) * 1000;
  }
  return null;
}

/** A date that seems more than 50 years ahead lies in the past (RFC 9110 section 5.6.7). */
function fullYear(lastTwoDigits: number, now: number): number {
  const thisYear = new Date(now).getUTCFullYear();
  const year = thisYear - (thisYear % 100) + lastTwoDigits;
  return year > thisYear + 50 ? year - 100 : year;
}
