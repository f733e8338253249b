import { address } from '../address.ts';
import { carried } from '../carried.ts';
import { ids } from '../ids.ts';
import { anyPages, forum, magazine, portal } from '../pages.ts';
import { amidQuery, firstInQuery, lastInQuery, matrix, type Place, semicolonQuery } from '../places.ts';
import type { Style } from '../site.ts';

const family = 'unknown-names';

/** Half of the pages are on a second host, which shares the session. */
const onTwoHosts =
  (place: Place): Place =>
  (page, id) =>
    place({ ...page, host: page.kind % 2 === 0 ? page.host : `secure.${page.host}` }, id);

export const unknownNames: readonly Style[] = [
  carried({
    name: 'two-hosts',
    family,
    decidable: 'as zx; two hosts carry the same value',
    id: ids.base62(20),
    places: [onTwoHosts(lastInQuery('xs')), onTwoHosts(matrix('vk'))],
    pages: portal,
  }),
  carried({
    name: 'zx',
    family,
    decidable: 'one value on every rewritten link of a list, another in the other list',
    id: ids.base62(20),
    places: [lastInQuery('zx'), firstInQuery('zx'), amidQuery('zx')],
  }),
  carried({
    name: 'tk-hex',
    family,
    decidable: 'as zx',
    id: ids.hex16,
    places: [lastInQuery('tk'), semicolonQuery('tk')],
  }),
  carried({
    name: 'u-short',
    family,
    decidable: 'as zx; short ids, but the same on all links',
    id: ids.base62(8),
    places: [lastInQuery('u'), firstInQuery('visitor')],
    pages: magazine,
  }),
  carried({
    name: 'matrix-of-unknown-name',
    family,
    decidable: 'as zx, behind the path',
    id: ids.base62(16),
    places: [matrix('k'), matrix('pgid')],
    pages: portal,
  }),
  carried({
    name: 'nameless-query',
    family,
    decidable: 'the query is nothing but one value, the same on all links of a list',
    id: ids.mixedUpper(18),
    places: [(page, id) => `${address(page)}?${id}`],
    pages: magazine,
  }),
  carried({
    name: 'bracketed-name',
    family,
    decidable: 'as zx; the name has encoded brackets',
    id: ids.hex16,
    places: [lastInQuery('tx%5Bvisit%5D'), firstInQuery('tx%5Bvisit%5D')],
  }),
  carried({
    name: 'nameless-first',
    family,
    decidable: 'before the parameters stands one value without name, the same on all links of a list',
    id: ids.mixedUpper(18),
    places: [
      (page, id) => {
        const [before, after] = address(page).split('?');
        return `${before}?${id}${after === undefined ? '' : `&${after}`}`;
      },
    ],
    pages: forum,
  }),
  carried({
    name: 'token-as-name',
    family,
    decidable: 'a parameter whose random name is the same on all links of a list and is new in the other',
    id: ids.hex32,
    places: [(page, id) => address(page, { query: [...page.query, [id, '1']] })],
  }),
  carried({
    name: 'liferay',
    family,
    decidable: 'as zx; a value of eight letters and digits beside constant parameters',
    id: ids.base62(8),
    places: [
      (page, id) =>
        address(page, { query: [['p_p_id', 'news'], ['p_auth', id], ['p_p_lifecycle', '1'], ...page.query] }),
    ],
    pages: anyPages,
  }),
];
