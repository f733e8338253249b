const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const exact = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
const dayOfYear = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' });

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** `17 Nov 2026, 08:15` */
export const exactTime = (at: string): string => exact.format(new Date(at));

/** `5 minutes ago`, `in 2 hours`; the date when it is more than a week away. */
export function fromNow(at: string, now: number): string {
  const then = new Date(at);
  const ms = then.getTime() - now;
  if (Math.abs(ms) < 45_000) return ms > 5000 ? 'in a moment' : 'just now';
  if (Math.abs(ms) > 7 * units[0][1])
    return (then.getFullYear() === new Date(now).getFullYear() ? day : dayOfYear).format(then);
  const [unit, length] = units.find(([, each]) => Math.abs(ms) >= each) ?? units[2];
  return relative.format(Math.round(ms / length), unit);
}

const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });

/** `08:15:42` */
export const timeOfDay = (at: string): string => clock.format(new Date(at));
