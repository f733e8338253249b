import type { z } from 'zod';
import { duration, size } from './amounts.ts';
import { oneWord, text, wholeNumber } from './plain-values.ts';
import { textOrSecret } from './secret-reference.ts';
import { section } from './section.ts';
import { scopeList } from './step-entry.ts';
import type { Unchangeable } from './unchangeable.ts';
import { complain } from './wanted.ts';

const PROXY = 'http://proxy.example.org:8080';

const proxy = textOrSecret('the address of a proxy', PROXY).superRefine((value, context) => {
  if (typeof value !== 'string') return;
  const url = URL.parse(value);
  if (url === null || !/^(?:http|socks5?):$/.test(url.protocol) || url.hostname === '') {
    complain(context, [], 'this is not the address of a proxy', `write ${PROXY} or socks5://host:1080`);
  } else if (url.password !== '') {
    complain(
      context,
      [],
      'a password does not belong into a project file',
      'put the whole address into an environment variable and write proxy: { env: NEWS_PROXY }',
    );
  }
});

/** What the options of `tidemark crawl` say, except for limits. */
export const crawlEntry = section('a map', 'assets: images', {
  scope: scopeList().optional().describe('Hosts and addresses to stay in. Default: the host of the source.'),
  robots: oneWord(['obey', 'ignore']).optional().describe('robots.txt. Default: obey.'),
  nofollow: oneWord(['obey', 'follow']).optional().describe('Links marked nofollow. Default: obey.'),
  assets: oneWord(['none', 'images', 'all']).optional().describe('What pages embed. Default: none.'),
  maxPageSize: size('maxPageSize: 20M').optional().describe('Larger pages are left out. Default: 20M.'),
  timeout: duration('timeout: 60s').optional().describe('A page is given up after so long. Default: 60s.'),
  attempts: wholeNumber(1, 'attempts: 3').optional().describe('How often a page is tried. Default: 3.'),
  userAgent: text('text', 'userAgent: Example/1.0').optional().describe('Sent instead of Tidemark/VERSION.'),
  contact: text('a web or mail address', 'contact: me@example.org')
    .optional()
    .describe('Sent along, so that owners of sites know whom to ask.'),
  proxy: proxy.optional().describe('http:// or socks5:// with host and port.'),
});

export type CrawlEntry = Unchangeable<z.output<typeof crawlEntry>>;
