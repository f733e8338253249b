import { address } from '../address.ts';
import { carried } from '../carried.ts';
import { type IdMaker, ids } from '../ids.ts';
import { anyPages, magazine, type PageSet, type Parameter, shop } from '../pages.ts';
import { lastInQuery, matrix, type Place } from '../places.ts';
import type { Random } from '../random.ts';
import type { Style } from '../site.ts';

const family = 'per-response-token';

const perResponse: readonly Style[] = [
  carried({
    name: 'request-token',
    family,
    decidable: 'one value on all links of a response; two lists cannot tell it from a session id',
    id: ids.mixedUpper(20),
    places: [lastInQuery('pf_rd_r'), lastInQuery('rid')],
    pages: shop,
  }),
  carried({
    name: 'request-token-on-some-links',
    family,
    decidable: 'as request-token, on half of the links',
    id: ids.hex16,
    places: [lastInQuery('_requestid')],
    pages: shop,
    share: 0.5,
  }),
  carried({
    name: 'conversation-counter',
    family,
    decidable: 'a small number, but the same on all links of a list and another in the other list',
    id: ids.decimalBetween(2, 4),
    places: [lastInQuery('conversationId'), lastInQuery('cid')],
    pages: magazine,
    shown: () => [],
  }),
  carried({
    name: 'clock-of-the-response',
    family,
    decidable: 'one time on all links of a response; whether to call it an id is a matter of taste',
    id: ids.millis,
    places: [lastInQuery('_'), lastInQuery('ts')],
    shown: () => [],
  }),
];

/** A different value on every link, new in every response; with `session`, a real id beside it. */
const nonces = (
  name: string,
  decidable: string,
  fresh: (random: Random) => readonly Parameter[],
  session?: { readonly id: IdMaker; readonly place: Place },
  pages: PageSet = anyPages,
): Style => ({
  name,
  family: session === undefined ? 'per-link-nonce' : family,
  decidable,
  make: (random) => ({
    pages: pages(random),
    open: () => {
      const id = session?.id(random) ?? null;
      return {
        link: (page) => {
          if (!page.dynamic) return address(page);
          const noisy = { ...page, query: [...page.query, ...fresh(random)] };
          return session === undefined || id === null ? address(noisy) : session.place(noisy, id);
        },
        main: [id],
      };
    },
  }),
});

const one =
  (name: string, id: IdMaker) =>
  (random: Random): readonly Parameter[] => [[name, id(random)]];

const unrepeated = 'no value of this parameter comes twice, in a list or between lists, though the pages do';

const perLink: readonly Style[] = [
  nonces('rnd', unrepeated, one('rnd', ids.decimal(9))),
  nonces(
    'fraction',
    unrepeated,
    one('rand', (random) => `0.${ids.decimal(16)(random)}`),
  ),
  nonces('millis', unrepeated, one('_', ids.millis)),
  nonces('hex-nonce', unrepeated, one('nonce', ids.hex16), undefined, magazine),
  nonces('signed', 'signature and date are new on every link and response; the key stays', (random) => [
    ['Expires', ids.seconds(random)],
    ['Signature', ids.base64url(40)(random)],
    ['Key-Pair-Id', 'APKAEXAMPLE0KEY'],
  ]),
];

const withSession: readonly Style[] = [
  nonces('nonce-beside-jsessionid', `jsessionid is known; ${unrepeated}`, one('rnd', ids.decimal(9)), {
    id: ids.hex32Upper,
    place: matrix('jsessionid'),
  }),
  nonces(
    'nonce-beside-unknown',
    `the id is one value in each list; ${unrepeated}`,
    one('ved', ids.base62(24)),
    {
      id: ids.base62(18),
      place: lastInQuery('ei'),
    },
  ),
];

export const tokens: readonly Style[] = [...perResponse, ...withSession, ...perLink];
