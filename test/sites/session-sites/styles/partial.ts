import { carried } from '../carried.ts';
import { ids } from '../ids.ts';
import { forum, magazine, portal, shop } from '../pages.ts';
import { inFront, lastInQuery, matrix } from '../places.ts';
import type { Style } from '../site.ts';

const family = 'some-links';
const decidable = 'the links that have the id share one value in each list; the others are equal in both';

export const partial: readonly Style[] = [
  carried({
    name: 'some-jsessionid',
    family,
    decidable,
    id: ids.hex32Upper,
    places: [matrix('jsessionid')],
    pages: portal,
    share: 0.3,
  }),
  carried({
    name: 'some-sid',
    family,
    decidable,
    id: ids.hex32,
    places: [lastInQuery('sid')],
    pages: forum,
    share: 0.4,
  }),
  carried({
    name: 'some-unknown',
    family,
    decidable,
    id: ids.base62(20),
    places: [lastInQuery('zx')],
    pages: shop,
    share: 0.3,
  }),
  carried({
    name: 'some-segments',
    family,
    decidable,
    id: ids.base62(24),
    places: [inFront('s/')],
    pages: magazine,
    share: 0.4,
  }),
];
