import type { z } from 'zod';
import {
  complain,
  duration,
  oneOrMore,
  oneWord,
  rate,
  section,
  size,
  text,
  type Unchangeable,
  wanted,
  wholeNumber,
} from '../../../config/index.ts';
import { asAddress, scopeList } from './addresses.ts';
import { textOrSecret } from './secret-reference.ts';
import { timeWindow, WINDOW_EXAMPLE } from './time-window.ts';

const PROXY = 'http://proxy.example.org:8080';

const proxy = asAddress(textOrSecret('the address of a proxy', PROXY)).superRefine((value, context) => {
  if (typeof value !== 'string') return;
  const url = URL.parse(value);
  if (url === null || !/^(?:http|socks5?):$/.test(url.protocol) || url.hostname === '') {
    complain(context, [], 'this is not the address of a proxy', `write ${PROXY} or socks5://host:1080`);
  } else if (url.password !== '') {
    complain(
      context,
      [],
      'a project file must not contain a password',
      'put the whole address in an environment variable and write proxy: { env: NEWS_PROXY }',
    );
  }
});

/** Sent as a header, which cannot contain line breaks. */
const oneLine = (example: string) =>
  text('text on one line', example).refine((value) => !/[\r\n]/.test(value), {
    error: wanted('text on one line', example),
  });

/** The options of `tidemark crawl`, except for limits. */
export const crawlEntry = section('a map', 'assets: images', {
  scope: scopeList()
    .optional()
    .describe('Hosts and beginnings of addresses to stay in. Default: the host of the source.'),
  robots: oneWord(['obey', 'ignore']).optional().describe('robots.txt. Default: obey.'),
  nofollow: oneWord(['obey', 'follow']).optional().describe('Links marked nofollow. Default: obey.'),
  assets: oneWord(['none', 'images', 'all'])
    .optional()
    .describe('Which files that pages embed are fetched. Default: none.'),
  maxPageSize: size('maxPageSize: 20M').optional().describe('Larger pages are left out. Default: 20M.'),
  timeout: duration('timeout: 60s').optional().describe('How long to wait for a page. Default: 60s.'),
  attempts: wholeNumber(1, 'attempts: 3').optional().describe('How often a page is tried. Default: 3.'),
  userAgent: oneLine('userAgent: Example/1.0').optional().describe('Sent instead of Tidemark/VERSION.'),
  contact: oneLine('contact: me@example.org')
    .optional()
    .describe('Sent with every request, so that site owners know whom to ask.'),
  proxy: proxy.optional().describe('http:// or socks5://, with host and port.'),
});

export const limitsEntry = section('a map', 'pages: 1000', {
  bandwidth: rate('bandwidth: 200k').optional().describe('Bytes per second, over all hosts.'),
  requestsPerMinute: wholeNumber(1, 'requestsPerMinute: 30').optional().describe('To one host.'),
  delay: duration('delay: 2s', 0).optional().describe('Time between two requests to one host. Default: 0ms.'),
  concurrency: wholeNumber(1, 'concurrency: 4', 256)
    .optional()
    .describe('Requests at the same time. Default: 1, or 4 for servers that list their files.'),
  pages: wholeNumber(1, 'pages: 1000').optional().describe('A run pauses after this number of pages.'),
  frontier: wholeNumber(1, 'frontier: 200000')
    .optional()
    .describe(
      'New addresses that may wait for their visit at the same time; further ones are left out. Default: 1000000, or 100 for each of `pages` and at least 200000.',
    ),
  bytes: size('bytes: 1G').optional().describe('A run pauses after this number of bytes.'),
  time: duration('time: 2h').optional().describe('A run pauses after this time.'),
  wait: duration('wait: 5m', 0)
    .optional()
    .describe('A run pauses when a site asks to wait longer (Retry-After). Default: 5m.'),
  hours: oneOrMore(timeWindow, 'a time of day with a time zone, or a list of them', WINDOW_EXAMPLE)
    .optional()
    .describe('Parts of the day in which requests are allowed; outside them a run waits.'),
});

/** What stays when retention is applied to earlier runs. What either of the two keeps is kept. */
export const keepEntry = section('a map', 'keep: { versions: 20, days: 365 }', {
  versions: wholeNumber(1, 'versions: 20')
    .optional()
    .describe('Number of versions of each page that stay. Default: 1.'),
  days: wholeNumber(0, 'days: 365', 100_000)
    .optional()
    .describe('Everything of runs that ended in this number of days stays. Default: 0.'),
});

export type KeepEntry = Unchangeable<z.output<typeof keepEntry>>;
