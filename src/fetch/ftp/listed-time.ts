import type { ListedTime } from '../protocol/listing-spider.ts';

const second = 1000;
const minute = 60 * second;
const day = 24 * 60 * minute;
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** RFC 3659, section 2.3: always UTC. */
export function mlsdTime(at: Date): ListedTime | null {
  return Number.isNaN(at.getTime()) ? null : { at: at.getTime(), unit: second };
}

/** The same of the fact as MLSD has it: `20231211143500`, perhaps with a fraction. Null without one. */
export function mlsdTimeOf(digits: string): ListedTime | null {
  if (digits === '') return null;
  const part = (from: number, to: number) => Number(digits.slice(from, to));
  const day = Date.UTC(part(0, 4), part(4, 6) - 1, part(6, 8), part(8, 10), part(10, 12), part(12, 14));
  return { at: day + (digits.length > 15 ? part(15, 18) : 0), unit: second };
}

/**
 * The time of a LIST line, read as UTC because the line does not name its zone: `Dec 11 14:35`, `Dec 11 2023`,
 * `11 Dec 14:35`, `2023-12-11 14:35`, `12-05-96 05:03PM`. Null for other formats.
 */
export function listTime(text: string, now: number): ListedTime | null {
  return namedTime(text, now) ?? numericTime(text) ?? dosTime(text);
}

function dosTime(text: string): ListedTime | null {
  const found = /^(\d\d)[-/](\d\d)[-/](\d\d|\d{4})\s+(\d\d):(\d\d)\s*([AP]M)?$/i.exec(text);
  if (found === null) return null;
  const [, month, date, year = '', hour = '', minutes, half] = found;
  const shortYear = Number(year) + (Number(year) < 70 ? 2000 : 1900);
  const hours =
    half === undefined ? Number(hour) : (Number(hour) % 12) + (half.toUpperCase() === 'PM' ? 12 : 0);
  return timeOf(
    year.length === 4 ? Number(year) : shortYear,
    Number(month),
    Number(date),
    hours,
    Number(minutes),
  );
}

function numericTime(text: string): ListedTime | null {
  const found = /^(\d{4})[-/](\d\d)[-/](\d\d)\s+(\d\d?):(\d\d)$/.exec(text);
  if (found === null) return null;
  const [year = 0, month = 0, date = 0, hours = 0, minutes = 0] = found.slice(1).map(Number);
  return timeOf(year, month, date, hours, minutes);
}

function namedTime(text: string, now: number): ListedTime | null {
  const found = /^(?:([a-z]{3})\s+(\d\d?)|(\d\d?)\s+([a-z]{3}))\s+(?:(\d{4})|(\d\d?):(\d\d))$/i.exec(text);
  if (found === null) return null;
  const month = months.indexOf((found[1] ?? found[4] ?? '').toLowerCase()) + 1;
  const date = Number(found[2] ?? found[3]);
  if (month === 0) return null;
  if (found[5] !== undefined) return timeOf(Number(found[5]), month, date, null, 0);
  return timeWithoutYear(now, month, date, Number(found[6]), Number(found[7]));
}

/** Without a year it is the latest such day, up to tomorrow because the server's clock may be ahead of ours. */
function timeWithoutYear(
  now: number,
  month: number,
  date: number,
  hours: number,
  minutes: number,
): ListedTime | null {
  const thisYear = new Date(now).getUTCFullYear();
  // 29 February may be eight years ago (1896 to 1904).
  for (let year = thisYear + 1; year >= thisYear - 8; year--) {
    const time = timeOf(year, month, date, hours, minutes);
    if (time !== null && time.at <= now + day) return time;
  }
  return null;
}

function timeOf(
  year: number,
  month: number,
  date: number,
  hours: number | null,
  minutes: number,
): ListedTime | null {
  const at = Date.UTC(year, month - 1, date, hours ?? 0, minutes);
  const made = new Date(at);
  const exists =
    made.getUTCMonth() === month - 1 && made.getUTCDate() === date && (hours ?? 0) < 24 && minutes < 60;
  return exists ? { at, unit: hours === null ? day : minute } : null;
}
