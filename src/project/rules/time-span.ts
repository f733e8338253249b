const DAY = 86_400;
const units: Readonly<Record<string, number>> = {
  second: 1,
  minute: 60,
  hour: 3600,
  day: DAY,
  week: 7 * DAY,
  month: 30 * DAY,
  year: 365 * DAY,
};

/** `12 hours`, `30 days`, `1 year` in seconds; a month has 30 days, a year 365. Null when it is nothing of the kind. */
export function timeSpan(text: string): number | null {
  const parts = /^\s*(\d{1,9}(?:\.\d{1,6})?)\s*([a-z]{3,6}?)s?\s*$/i.exec(text);
  const unit = units[parts?.[2]?.toLowerCase() ?? 'none'];
  return parts === null || unit === undefined ? null : Number(parts[1]) * unit;
}
