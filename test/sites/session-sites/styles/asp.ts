import { carried } from '../carried.ts';
import { ids } from '../ids.ts';
import { number, pagesFrom, slug, word } from '../pages.ts';
import { inFront, lastInQuery, type Place } from '../places.ts';
import type { Style } from '../site.ts';

const family = 'asp';

const aspx = pagesFrom([
  (random) => ({ path: `/${word(random)}.aspx`, query: [['id', number(random)]] }),
  (random) => ({ path: `/${word(random)}/${slug(random)}.aspx` }),
  (random) => ({ path: '/Default.aspx', query: [['tabid', number(random)]] }),
]);

/** The application's folder stands before the id, as ASP.NET writes it. */
const inApplication =
  (before: string, after: string): Place =>
  (page, id) =>
    inFront(`app/${before}`, after)(page, id);

export const asp: readonly Style[] = [
  carried({
    name: 'aspnet',
    family,
    decidable: 'a segment (S(...)) is known, and is the same on all links',
    id: ids.lower24,
    places: [inFront('(S(', '))'), inApplication('(S(', '))')],
    pages: aspx,
  }),
  carried({
    name: 'aspnet-1',
    family,
    decidable: 'a segment in brackets of 24 random characters, the same on all links',
    id: ids.lower24,
    places: [inFront('(', ')'), inApplication('(', ')')],
    pages: aspx,
  }),
  carried({
    name: 'aspnet-authenticated',
    family,
    decidable: 'as aspnet, with the anonymous visitor before it',
    id: ids.lower24,
    places: [inFront('(X(1)S(', '))')],
    pages: aspx,
  }),
  carried({
    name: 'aspsessionid',
    family,
    decidable: 'the name begins with ASPSESSIONID',
    id: ids.upper24,
    places: [lastInQuery('ASPSESSIONIDQQGGGRCB'), lastInQuery('ASPSESSIONIDAQBSDSRT')],
    pages: aspx,
  }),
  carried({
    name: 'aspnet-some-links',
    family,
    decidable: 'a segment (S(...)) is known; other links have none',
    id: ids.lower24,
    places: [inFront('(S(', '))')],
    pages: aspx,
    share: 0.5,
  }),
];
