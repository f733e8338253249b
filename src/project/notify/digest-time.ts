/** When messages go out: at once, or collected until the next time of day. */
export type DigestTime =
  | { readonly every: 'change' }
  | { readonly every: 'hour' }
  | { readonly every: 'day'; readonly at: string; readonly zone: string }
  | { readonly every: 'week'; readonly on: Weekday; readonly at: string; readonly zone: string };

export const weekdays = [
  'sunday',
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
] as const;

export type Weekday = (typeof weekdays)[number];

/** As project files write it: `weekly on monday at 08:00 Europe/Berlin`. */
export function writeDigestTime(time: DigestTime): string {
  if (time.every === 'change') return 'at once';
  if (time.every === 'hour') return 'hourly';
  const at = `at ${time.at} ${time.zone}`;
  return time.every === 'day' ? `daily ${at}` : `weekly on ${time.on} ${at}`;
}

const WRITTEN = /^\s*(?:daily|weekly\s+on\s+([a-z]+))\s+at\s+(\d{1,2}:\d{2})(?:\s+(\S+))?\s*$/i;

/** The parts as written, not checked yet; null when the text is something else. */
export function readDigestTime(
  text: string,
): DigestTime | { readonly on: string | null; readonly at: string; readonly zone: string } | null {
  const word = text.trim().toLowerCase();
  if (word === 'at once') return { every: 'change' };
  if (word === 'hourly') return { every: 'hour' };
  const found = WRITTEN.exec(text);
  if (found === null) return null;
  const [, on, at = '', zone = ''] = found;
  return { on: on?.toLowerCase() ?? null, at: at.padStart(5, '0'), zone };
}
