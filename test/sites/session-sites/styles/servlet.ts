import { address } from '../address.ts';
import { carried } from '../carried.ts';
import { ids } from '../ids.ts';
import { magazine, portal } from '../pages.ts';
import { behind, firstInQuery, inFront, lastInQuery, matrix } from '../places.ts';
import type { Style } from '../site.ts';

const family = 'servlet';
const places = [matrix('jsessionid')];
const firstPart = (mark: string) => (id: string) => [id, id.slice(0, id.indexOf(mark))];

export const servlet: readonly Style[] = [
  carried({
    name: 'jsessionid-amid-path',
    family,
    decidable: 'the name says it, behind the application instead of the page',
    id: ids.hex32Upper,
    places: [(page, id) => address(page, { path: page.path.replace('/portal', `/portal;jsessionid=${id}`) })],
    pages: portal,
  }),
  carried({
    name: 'tomcat',
    family,
    decidable: 'the name says it, and one value stands on all links of a list',
    id: ids.hex32Upper,
    places,
    pages: portal,
  }),
  carried({
    name: 'tomcat-behind-balancer',
    family,
    decidable: 'as tomcat; the node is part of the value',
    id: (random) => `${ids.hex32Upper(random)}.${random.pick(['node1', 'node2', 'worker-a'])}`,
    places,
    pages: portal,
    shown: firstPart('.'),
  }),
  carried({
    name: 'weblogic',
    family,
    decidable: 'as tomcat; server numbers after "!" belong to the value',
    id: (random) =>
      `${ids.base62(52)(random)}!${random.pick(['', '-'])}${ids.decimal(9)(random)}!${ids.decimal(10)(random)}`,
    places,
    pages: portal,
    shown: firstPart('!'),
  }),
  carried({
    name: 'websphere',
    family,
    decidable: 'as tomcat; the clone after ":" belongs to the value',
    id: (random) => `0000${ids.base62(23)(random)}:${ids.base62(9)(random)}`,
    places,
    pages: portal,
    shown: firstPart(':'),
  }),
  carried({
    name: 'resin-and-jrun',
    family,
    decidable: 'as tomcat; short ids with $ and lower case',
    id: (random) => `${ids.base62(12)(random)}$${random.text('ABCD', 2)}$${random.text('0123', 1)}`,
    places: [firstInQuery('jsessionid'), lastInQuery('jsessionid')],
    pages: portal,
  }),
  carried({
    name: 'jsessionid-in-query',
    family,
    decidable: 'the name says it, in the query instead of the path',
    id: ids.hex32Upper,
    places: [firstInQuery('jsessionid'), lastInQuery('JSESSIONID')],
    pages: portal,
  }),
  carried({
    name: 'jsessionid-as-segment',
    family,
    decidable: 'a whole segment name=value with the well-known name',
    id: ids.hex32Upper,
    places: [inFront('jsessionid='), behind('jsessionid=')],
    pages: magazine,
  }),
  carried({
    name: 'tomcat-on-slugs',
    family,
    decidable: 'as tomcat, on paths without query or extension',
    id: ids.hex32Upper,
    places,
    pages: magazine,
    share: 0.6,
  }),
  carried({
    name: 'sap-matrix',
    family,
    decidable: 'a path parameter that is one value in each list and on every rewritten link',
    id: ids.base64url(44),
    places: [matrix('sap-ext-sid'), matrix('sap-contextid')],
    pages: portal,
  }),
];
