import { duration, oneOrMore, rate, section, size, wholeNumber } from '../../../config/index.ts';
import { timeWindow, WINDOW_EXAMPLE } from './time-window.ts';

export const limitsEntry = section('a map', 'pages: 1000', {
  bandwidth: rate('bandwidth: 200k').optional().describe('Bytes per second, over all hosts.'),
  requestsPerMinute: wholeNumber(1, 'requestsPerMinute: 30').optional().describe('To one host.'),
  delay: duration('delay: 2s', 0).optional().describe('Time between two requests to one host. Default: 0ms.'),
  concurrency: wholeNumber(1, 'concurrency: 4', 256)
    .optional()
    .describe('Requests at the same time. Default: 1, or 4 for servers that list their files.'),
  pages: wholeNumber(1, 'pages: 1000').optional().describe('A run pauses after so many pages.'),
  frontier: wholeNumber(1, 'frontier: 200000')
    .optional()
    .describe(
      'New addresses that may wait for their visit at the same time; further ones are left out. Default: 1000000, or 100 for each of `pages` and at least 200000.',
    ),
  bytes: size('bytes: 1G').optional().describe('A run pauses after so many bytes.'),
  time: duration('time: 2h').optional().describe('A run pauses after so long.'),
  wait: duration('wait: 5m', 0)
    .optional()
    .describe('A run pauses when a site asks to wait longer (Retry-After). Default: 5m.'),
  hours: oneOrMore(timeWindow, 'a time of day with a time zone, or a list of them', WINDOW_EXAMPLE)
    .optional()
    .describe('Parts of the day in which requests are allowed; outside them a run waits.'),
});
