import { address } from '../address.ts';
import { carried } from '../carried.ts';
import { ids } from '../ids.ts';
import { forum, magazine, shop } from '../pages.ts';
import { amidQuery, behind, firstInQuery, lastInQuery, semicolonQuery } from '../places.ts';
import type { Style } from '../site.ts';

const family = 'php';

export const php: readonly Style[] = [
  carried({
    name: 'phpsessid',
    family,
    decidable: 'the name says it',
    id: ids.hex32,
    places: [lastInQuery('PHPSESSID'), firstInQuery('PHPSESSID')],
    pages: shop,
  }),
  carried({
    name: 'phpsessid-26',
    family,
    decidable: 'the name says it; newer ids have 26 characters',
    id: ids.lower26,
    places: [amidQuery('PHPSESSID'), lastInQuery('phpsessid')],
    pages: forum,
  }),
  carried({
    name: 'phpsessid-semicolons',
    family,
    decidable: 'the name says it, among parameters separated by ";"',
    id: ids.hex32,
    places: [semicolonQuery('PHPSESSID')],
    pages: forum,
  }),
  carried({
    name: 'phpsessid-in-path',
    family,
    decidable: 'a segment with the well-known name and "="',
    id: ids.hex32,
    places: [behind('PHPSESSID=')],
    pages: magazine,
  }),
  carried({
    name: 'phpsessid-until-cookie',
    family,
    decidable: 'the name says it; the second visitor sent a cookie and sees plain links',
    id: ids.hex32,
    places: [lastInQuery('PHPSESSID')],
    pages: shop,
    silentIn: ['b'],
  }),
  carried({
    name: 'second-question-mark',
    family,
    decidable: 'the name says it, though a careless script wrote "?" where "&" belongs',
    id: ids.hex32,
    places: [(page, id) => `${address(page)}?PHPSESSID=${id}`],
    pages: shop,
  }),
  carried({
    name: 'trailing-ampersand',
    family,
    decidable: 'the name says it; an empty parameter follows',
    id: ids.lower26,
    places: [(page, id) => `${lastInQuery('PHPSESSID')(page, id)}&`],
    pages: shop,
  }),
  carried({
    name: 'oscommerce',
    family,
    decidable: 'the name says it',
    id: ids.hex32,
    places: [lastInQuery('osCsid'), firstInQuery('osCsid')],
    pages: shop,
  }),
  carried({
    name: 'xtcommerce',
    family,
    decidable: 'the name says it',
    id: ids.hex32,
    places: [lastInQuery('XTCsid'), lastInQuery('POSTNUKESID'), lastInQuery('zenid')],
    pages: shop,
  }),
];
