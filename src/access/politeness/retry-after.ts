import { parseHttpDate } from './http-date.ts';

/**
 * When a Retry-After header (RFC 9110 section 10.2.3: seconds or an HTTP date) allows the next request, in milliseconds
 * since 1970. A date gone by means now. Null when the header is missing or makes no sense.
 */
export function retryAfter(header: string | null, now: number): number | null {
  if (header === null) return null;
  const value = header.trim();
  if (/^\d+$/.test(value)) return now + Number(value) * 1000;
  const date = parseHttpDate(value, now);
  return date === null ? null : Math.max(now, date);
}
