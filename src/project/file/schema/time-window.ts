import { z } from 'zod';
import { complain, wanted } from '../../../config/index.ts';
import { nearestWord } from '../did-you-mean.ts';

/** A part of the day. It passes midnight when `to` is before `from`. */
export interface TimeWindow {
  /** `22:00` */
  readonly from: string;
  /** `06:00`; `24:00` is the end of the day. */
  readonly to: string;
  /** IANA name, as in Europe/Berlin. */
  readonly zone: string;
}

export const WINDOW_EXAMPLE = '22:00-06:00 Europe/Berlin';
const error = wanted('a time of day with a time zone', WINDOW_EXAMPLE);

/** `22:00-06:00 Europe/Berlin`. */
export const timeWindow = z
  .string({ error })
  .regex(/^\s*\d{1,2}:\d{2}\s*(?:-|–|to)\s*\d{1,2}:\d{2}(?:\s+\S+)?\s*$/, { error })
  .transform((text, context): TimeWindow => {
    const [, from = '', to = '', zone = ''] =
      /^\s*(\d{1,2}:\d{2})\s*(?:-|–|to)\s*(\d{1,2}:\d{2})\s*(\S*)\s*$/.exec(text) ?? [];
    const window = { from: from.padStart(5, '0'), to: to.padStart(5, '0'), zone };
    const problem = windowProblem(window);
    if (problem === null) return window;
    complain(context, [], problem[0], problem[1]);
    return z.NEVER;
  });

export const writeTimeWindow = ({ from, to, zone }: TimeWindow): string => `${from}-${to} ${zone}`;

type Problem = readonly [message: string, hint: string];

function windowProblem({ from, to, zone }: TimeWindow): Problem | null {
  const wrong = [from, to].find((time) => !isTimeOfDay(time) && time !== '24:00');
  if (wrong !== undefined) return [`${wrong} is not a time of day`, 'write times from 00:00 to 24:00'];
  if (from === '24:00') return ['a part of the day cannot begin at 24:00', 'write 00:00'];
  if (from === to)
    return [
      `the time from ${from} to ${to} is empty`,
      'write 00:00-24:00 for the whole day, or leave it out',
    ];
  return zoneProblem(zone, `${from}-${to}`);
}

export const isTimeOfDay = (time: string): boolean => /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(time);

/** `written` is the text before the zone, for the hint. */
export function zoneProblem(zone: string, written: string): Problem | null {
  if (zone === '') return ['the time zone is missing', `add one, as in ${written} Europe/Berlin, or UTC`];
  return isTimeZone(zone) ? null : [`there is no time zone "${zone}"`, timeZoneHint(zone)];
}

/** What to write instead of a name that is no time zone. */
function timeZoneHint(zone: string): string {
  const near = nearestWord(zone, Intl.supportedValuesOf('timeZone'));
  return near === null ? 'write a name such as Europe/Berlin, or UTC' : `did you mean "${near}"?`;
}

function isTimeZone(name: string): boolean {
  // Intl accepts offsets such as +02:00 too, which are wrong for half of the year.
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** When notifications are sent: at once, or collected until the next time of day. */
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
