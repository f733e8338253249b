/** The longest wait that is believed: a day. */
const longestMs = 24 * 60 * 60 * 1000;

/**
 * How long a server asks to be left alone (RFC 9110, section 10.2.3: seconds or a date), or null when it says
 * nothing that can be read. `now` is the time of the answer in milliseconds.
 */
export function retryAfterMs(value: string | null, now: number): number | null {
  if (value === null) return null;
  const text = value.trim();
  if (/^[0-9]+$/.test(text)) return Math.min(Number(text) * 1000, longestMs);
  // A date names its day: without that, V8 would read "-5" as a year.
  if (!/^[A-Za-z]{3,9},? /.test(text)) return null;
  const date = Date.parse(text);
  return Number.isNaN(date) ? null : Math.min(Math.max(0, date - now), longestMs);
}
