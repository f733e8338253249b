import { carried } from '../carried.ts';
import { ids } from '../ids.ts';
import { forum, magazine, portal, shop } from '../pages.ts';
import { embedded, inFront, lastInQuery, matrix, type Place } from '../places.ts';
import type { Style } from '../site.ts';

const family = 'nested';

/** The outer link carries the id as well, so that it stands twice in one URL. */
const twice =
  (outer: string, inner: Place): Place =>
  (page, id) =>
    embedded('/login', 'return', 1, inner, [[outer, id]])(page, id);

/** The encoded address begins at the root of the host. */
const relative =
  (script: string, parameter: string, inner: Place): Place =>
  (page, id) =>
    `http://${page.host}${script}?${parameter}=${encodeURIComponent(inner(page, id).slice(`http://${page.host}`.length))}`;

export const nested: readonly Style[] = [
  carried({
    name: 'return-address',
    family,
    decidable: 'the id of the plain links stands again inside the encoded address',
    id: ids.hex32,
    places: [lastInQuery('sid')],
    mixedWith: [
      embedded('/login.php', 'redirect', 1, lastInQuery('sid')),
      relative('/login', 'next', lastInQuery('sid')),
    ],
    pages: forum,
  }),
  carried({
    name: 'only-embedded',
    family,
    decidable: 'inside the encoded addresses one value is the same on all links of a list',
    id: ids.base62(22),
    places: [embedded('/go', 'url', 1, lastInQuery('token'))],
    pages: shop,
  }),
  carried({
    name: 'two-levels',
    family,
    decidable: 'as return-address, encoded twice',
    id: ids.hex32Upper,
    places: [matrix('jsessionid')],
    mixedWith: [
      embedded('/sso', 'service', 2, matrix('jsessionid')),
      embedded('/out', 'to', 1, matrix('jsessionid')),
    ],
    pages: portal,
  }),
  carried({
    name: 'two-levels-of-unknown-name',
    family,
    decidable: 'as only-embedded, encoded twice',
    id: ids.base62(18),
    places: [lastInQuery('vz')],
    mixedWith: [embedded('/r', 'u', 2, lastInQuery('vz'))],
    pages: shop,
  }),
  carried({
    name: 'inside-and-outside',
    family,
    decidable: 'the same id stands in the address and in the address inside it',
    id: ids.hex32,
    places: [twice('sid', lastInQuery('sid')), twice('zk', lastInQuery('zk'))],
    pages: shop,
  }),
  carried({
    name: 'embedded-path-id',
    family,
    decidable: 'the segment of the plain links stands again inside the encoded address',
    id: ids.base62(24),
    places: [inFront('s/')],
    mixedWith: [embedded('/frame.html', 'src', 1, inFront('s/'))],
    pages: magazine,
  }),
  carried({
    name: 'embedded-cookieless',
    family,
    decidable: 'a segment (S(...)) is known, also percent-encoded',
    id: ids.lower24,
    places: [inFront('(S(', '))')],
    mixedWith: [embedded('/Login.aspx', 'ReturnUrl', 1, inFront('(S(', '))'))],
    pages: magazine,
  }),
];
