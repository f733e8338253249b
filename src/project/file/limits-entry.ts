import type { z } from 'zod';
import { duration, rate, size } from './amounts.ts';
import { oneOrMore, wholeNumber } from './plain-values.ts';
import { section } from './section.ts';
import { timeWindow } from './time-window.ts';
import type { Unchangeable } from './unchangeable.ts';

export const limitsEntry = section('a map', 'pages: 1000', {
  bandwidth: rate('bandwidth: 200k').optional().describe('Bytes per second, over all hosts.'),
  requestsPerMinute: wholeNumber(1, 'requestsPerMinute: 30').optional().describe('To one host.'),
  delay: duration('delay: 2s', 0).optional().describe('Time between two requests to one host. Default: 0ms.'),
  concurrency: wholeNumber(1, 'concurrency: 4', 256)
    .optional()
    .describe('Requests under way at once. Default: 1; of servers that list their files 4.'),
  pages: wholeNumber(1, 'pages: 1000').optional().describe('A run pauses after so many pages.'),
  bytes: size('bytes: 1G').optional().describe('A run pauses after so many bytes.'),
  time: duration('time: 2h').optional().describe('A run pauses after so long.'),
  hours: oneOrMore(timeWindow, 'a time of day with its time zone, or a list', '22:00-06:00 Europe/Berlin')
    .optional()
    .describe('Parts of the day in which requests are allowed; a run waits outside of them.'),
});

export type LimitsEntry = Unchangeable<z.output<typeof limitsEntry>>;
