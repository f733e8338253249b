import type { z } from 'zod';
import { section, type Unchangeable } from './section.ts';
import { timeWindow, WINDOW_EXAMPLE } from './time-window.ts';
import { duration, oneOrMore, rate, size, wholeNumber } from './values.ts';

/** A part of the day in which requests are allowed. It passes midnight when `to` is before `from`. */
export interface TimeWindow {
  /** `22:00` */
  readonly from: string;
  /** `06:00`; `24:00` is the end of the day. */
  readonly to: string;
  /** IANA name, as in Europe/Berlin. */
  readonly zone: string;
}

const EXAMPLE = '22:00-06:00 Europe/Berlin';
const error = wanted('a time of day with a time zone', EXAMPLE);

/** `22:00-06:00 Europe/Berlin`. */
const timeWindow = z
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

function windowProblem({ from, to, zone }: TimeWindow): readonly [string, string] | null {
  const wrong = [from, to].find((time) => !/^(?:[01]\d|2[0-3]):[0-5]\d$/.test(time) && time !== '24:00');
  if (wrong !== undefined) return [`${wrong} is not a time of day`, 'write times from 00:00 to 24:00'];
  if (from === '24:00') return ['a part of the day cannot begin at 24:00', 'write 00:00'];
  if (from === to)
    return [
      `the time from ${from} to ${to} is empty`,
      'write 00:00-24:00 for the whole day, or leave it out',
    ];
  if (zone === '') return ['the time zone is missing', `add one, as in ${from}-${to} Europe/Berlin, or UTC`];
  return isTimeZone(zone) ? null : [`there is no time zone "${zone}"`, timeZoneHint(zone)];
}

/** What to write instead of a name that is no time zone. */
export function timeZoneHint(zone: string): string {
  const near = nearestWord(zone, Intl.supportedValuesOf('timeZone'));
  return near === null ? 'write a name such as Europe/Berlin, or UTC' : `did you mean "${near}"?`;
}

export function isTimeZone(name: string): boolean {
  // Intl accepts offsets such as +02:00 too, which are wrong for half of the year.
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

export const limitsEntry = section('a map', 'pages: 1000', {
  bandwidth: rate('bandwidth: 200k').optional().describe('Bytes per second, over all hosts.'),
  requestsPerMinute: wholeNumber(1, 'requestsPerMinute: 30').optional().describe('To one host.'),
  delay: duration('delay: 2s', 0).optional().describe('Time between two requests to one host. Default: 0ms.'),
  concurrency: wholeNumber(1, 'concurrency: 4', 256)
    .optional()
    .describe('Requests at the same time. Default: 1, or 4 for servers that list their files.'),
  pages: wholeNumber(1, 'pages: 1000').optional().describe('A run pauses after so many pages.'),
  bytes: size('bytes: 1G').optional().describe('A run pauses after so many bytes.'),
  time: duration('time: 2h').optional().describe('A run pauses after so long.'),
  wait: duration('wait: 5m', 0)
    .optional()
    .describe('A run pauses when a site asks to wait longer (Retry-After). Default: 5m.'),
  hours: oneOrMore(timeWindow, 'a time of day with a time zone, or a list of them', EXAMPLE)
  hours: oneOrMore(timeWindow, 'a time of day with a time zone, or a list of them', WINDOW_EXAMPLE)
    .optional()
    .describe('Parts of the day in which requests are allowed; outside them a run waits.'),
});

export type LimitsEntry = Unchangeable<z.output<typeof limitsEntry>>;
