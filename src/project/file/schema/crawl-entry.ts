import {
  complain,
  duration,
  oneWord,
  section,
  size,
  text,
  wanted,
  wholeNumber,
} from '../../../config/index.ts';
import { asAddress, scopeList } from './addresses.ts';
import { textOrSecret } from './secret-reference.ts';

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

/** Sent as a header, which has no lines. */
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
