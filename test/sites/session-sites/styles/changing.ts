import { carried } from '../carried.ts';
import { ids } from '../ids.ts';
import { forum, magazine, portal, shop } from '../pages.ts';
import { firstInQuery, inFront, lastInQuery, matrix } from '../places.ts';
import type { Style } from '../site.ts';

const family = 'changing';

export const changing: readonly Style[] = [
  carried({
    name: 'servlet-changes-in-a',
    family,
    decidable: 'the name says it; a list has two values, and the later one is on most links',
    id: ids.hex32Upper,
    places: [matrix('jsessionid')],
    pages: portal,
    changesIn: ['a'],
  }),
  carried({
    name: 'phpbb-changes-in-b',
    family,
    decidable: 'few values under sid, each on a run of links, none in both lists',
    id: ids.hex32,
    places: [lastInQuery('sid')],
    pages: forum,
    changesIn: ['b'],
  }),
  carried({
    name: 'unknown-changes-in-both',
    family,
    decidable: 'few values under one name, each on a run of links, none in both lists',
    id: ids.base62(20),
    places: [lastInQuery('zx'), firstInQuery('kk')],
    pages: shop,
    changesIn: ['a', 'b', 'c'],
  }),
  carried({
    name: 'segment-changes-in-a',
    family,
    decidable: 'few values at one place of the path, each on a run of links, none in both lists',
    id: ids.base62(24),
    places: [inFront('s/')],
    pages: magazine,
    changesIn: ['a'],
  }),
  carried({
    name: 'varying-length',
    family,
    decidable: 'one value in each list; only its length differs from session to session',
    id: ids.varying,
    places: [lastInQuery('visit'), firstInQuery('zx'), inFront('v/')],
  }),
  carried({
    name: 'varying-length-changes',
    family,
    decidable: 'as unknown-changes-in-both; lengths differ too',
    id: ids.varying,
    places: [lastInQuery('sid'), lastInQuery('tk')],
    pages: forum,
    changesIn: ['b'],
  }),
];
