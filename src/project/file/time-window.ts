import { z } from 'zod';
import { nearestWord } from './did-you-mean.ts';
import { complain, wanted } from './wanted.ts';

/** A part of the day in which work is allowed. `to` before `from`: it goes on after midnight. */
export interface TimeWindow {
  /** `22:00` */
  readonly from: string;
  /** `06:00`; `24:00` is the end of the day. */
  readonly to: string;
  /** IANA name, as in Europe/Berlin. */
  readonly zone: string;
}

const EXAMPLE = '22:00-06:00 Europe/Berlin';
const error = wanted('a time of day with its time zone', EXAMPLE);

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

function windowProblem({ from, to, zone }: TimeWindow): readonly [string, string] | null {
  const wrong = [from, to].find((time) => !/^(?:[01]\d|2[0-3]):[0-5]\d$/.test(time) && time !== '24:00');
  if (wrong !== undefined) return [`${wrong} is no time of day`, 'write times from 00:00 to 24:00'];
  if (from === '24:00') return ['no day has a part that begins at 24:00', 'write 00:00'];
  if (from === to)
    return [`from ${from} to ${to} there is no time`, 'write 00:00-24:00 for the whole day, or leave it out'];
  if (zone === '')
    return ['the time zone is missing', `add one, as in ${from}-${to} Europe/Berlin; UTC is one too`];
  if (isTimeZone(zone)) return null;
  const near = nearestWord(zone, Intl.supportedValuesOf('timeZone'));
  return [
    `there is no time zone "${zone}"`,
    near === null ? 'write a name such as Europe/Berlin, or UTC' : `did you mean "${near}"?`,
  ];
}

function isTimeZone(name: string): boolean {
  // Offsets such as +02:00 would be accepted too, and be wrong half of the year.
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
