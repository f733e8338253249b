import { address } from '../address.ts';
import { carried } from '../carried.ts';
import { ids } from '../ids.ts';
import { magazine, number, type Page, pagesFrom, portal, slug, word } from '../pages.ts';
import { behind, inFront, insideSegment, type Place } from '../places.ts';
import type { Style } from '../site.ts';

const topics = pagesFrom([
  (random) => ({ path: `/topic-${number(random)}` }),
  (random) => ({ path: `/board-${number(random, 1, 400)}` }),
  (random) => ({ path: `/${word(random)}/${slug(random)}` }),
]);

const afterFirstSegment =
  (before: string): Place =>
  (page, id) =>
    address(page, { path: page.path.replace(/^(\/[^/]+)/, `$1/${before}${id}`) });

const segments = 'path-segment';
const wholeSegment: readonly Style[] = [
  carried({
    name: 's-folder',
    family: segments,
    decidable: 'the segment after a fixed folder is one value on all rewritten links of a list',
    id: ids.base62(24),
    places: [inFront('s/'), inFront('session/')],
    pages: magazine,
  }),
  carried({
    name: 'at-the-root',
    family: segments,
    decidable: 'the first segment is one value on all rewritten links of a list',
    id: ids.hex32,
    places: [inFront('')],
    pages: portal,
  }),
  carried({
    name: 'under-the-application',
    family: segments,
    decidable: 'the second segment is one value on all rewritten links of a list',
    id: ids.mixedUpper(20),
    places: [afterFirstSegment('')],
    pages: portal,
  }),
  carried({
    name: 'last-segment',
    family: segments,
    decidable: 'the last segment is one value on all rewritten links of a list',
    id: ids.base62(16),
    places: [behind('')],
    pages: magazine,
  }),
  carried({
    name: 'numeric-segment',
    family: segments,
    decidable: 'one long number on all rewritten links of a list, another in the other list',
    id: ids.decimal(12),
    places: [inFront(''), inFront('cgi-bin/shop.pl/')],
    pages: magazine,
  }),
  carried({
    name: 'webobjects',
    family: segments,
    decidable: 'the segment after /wo/ is one value in each list',
    id: ids.base62(22),
    places: [inFront('cgi-bin/WebObjects/Store.woa/wo/')],
    pages: magazine,
    share: 0.7,
  }),
  carried({
    name: 'named-segment',
    family: segments,
    decidable: 'name and value in one segment; the value is one in each list',
    id: ids.base62(15),
    places: [inFront('SID='), inFront('store/sess-'), inFront('~')],
    pages: magazine,
  }),
  carried({
    name: 'host-label',
    family: segments,
    decidable: 'the first label of the host is one value on all rewritten links of a list',
    id: ids.hex16,
    places: [(page: Page, id) => address(page, { host: `${id}.${page.host}` })],
    pages: magazine,
  }),
];

const within = 'inside-segment';
const insideSegments: readonly Style[] = [
  carried({
    name: 'comma-sid',
    family: within,
    decidable: 'the part between ",sid," and the extension is one value in each list',
    id: ids.hex32,
    places: [insideSegment(',sid,', '.html'), insideSegment(',s,', '.htm')],
    pages: topics,
  }),
  carried({
    name: 'comma-list',
    family: within,
    decidable: 'the second part of the comma list is one value in each list; the third selects content',
    id: ids.decimal(9),
    places: [(page, id) => address(page, { path: `/cms/0,${id},${page.path.slice(1)},00.html` })],
    pages: pagesFrom([(random) => ({ path: `/${number(random, 100_000, 999_999)}` })]),
  }),
  carried({
    name: 'dash-hex',
    family: within,
    decidable: 'the part after the last dash is one random value in each list',
    id: ids.hex16,
    places: [insideSegment('-', '.html')],
    pages: topics,
  }),
  carried({
    name: 'underscore',
    family: within,
    decidable: 'as dash-hex, after an underscore',
    id: ids.base62(14),
    places: [insideSegment('_', '.shtml'), insideSegment('_', '')],
    pages: topics,
  }),
  carried({
    name: 'dot-before-extension',
    family: within,
    decidable: 'as dash-hex, between two dots',
    id: ids.mixedUpper(16),
    places: [insideSegment('.', '.html')],
    pages: topics,
  }),
  carried({
    name: 'prefix-of-file',
    family: within,
    decidable: 'the last segment begins with one value in each list',
    id: ids.decimal(10),
    places: [(page, id) => address(page, { path: page.path.replace(/\/([^/]*)$/, `/${id}-$1.html`) })],
    pages: topics,
  }),
  carried({
    name: 'apex',
    family: within,
    decidable: 'the third part of the colon list is one number in each list',
    id: ids.decimalBetween(12, 16),
    places: [
      (page, id) =>
        address(page, {
          path: '/apex/f',
          query: [['p', `100:${page.path.replace(/\W+/g, '_').slice(1)}:${id}::NO`]],
        }),
    ],
    pages: pagesFrom([
      (random) => ({ path: `/${number(random, 1, 900)}` }),
      (random) => ({ path: `/${word(random)}${number(random, 1, 900)}` }),
    ]),
  }),
  carried({
    name: 'apex-with-items',
    family: within,
    decidable: 'as apex; parts after it select content and stay',
    id: ids.decimal(14),
    places: [
      (page, id) =>
        address(page, {
          path: '/pls/apex/f',
          query: [['p', `4500:20:${id}::NO::P20_ID:${page.path.slice(1)}`]],
        }),
    ],
    pages: pagesFrom([(random) => ({ path: `/${number(random)}` })]),
  }),
  carried({
    name: 'lotus-in-value',
    family: within,
    decidable: 'inside one parameter, the part after "!" is one value in each list',
    id: ids.base62(16),
    places: [
      (page, id) =>
        address(page, {
          path: '/app',
          query: [['open', `${page.path.slice(1).replaceAll('/', '.')}!${id}`]],
        }),
    ],
    pages: topics,
  }),
];

export const paths: readonly Style[] = [...wholeSegment, ...insideSegments];
