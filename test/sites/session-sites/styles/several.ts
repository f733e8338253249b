import { address } from '../address.ts';
import { decidedPerPage } from '../carried.ts';
import { type IdMaker, ids } from '../ids.ts';
import { anyPages, type Page, type PageSet, type Parameter, portal, shop } from '../pages.ts';
import type { Style } from '../site.ts';

interface Volatile {
  readonly id: IdMaker;
  readonly write: (page: Page, id: string) => Page;
  /** The share of pages that have it. */
  readonly share?: number;
  /** Which texts count as the id; the whole value by default. */
  readonly shown?: (id: string) => readonly string[];
}

const asParameter =
  (name: string) =>
  (page: Page, id: string): Page => ({ ...page, query: [...page.query, [name, id] satisfies Parameter] });
const asMatrix =
  (name: string) =>
  (page: Page, id: string): Page => ({ ...page, path: `${page.path};${name}=${id}` });
const asFolder =
  (folder: string) =>
  (page: Page, id: string): Page => ({ ...page, path: `/${folder}${id}${page.path}` });

/** Several values per session. The main one is on most links. */
const several = (
  name: string,
  decidable: string,
  volatile: readonly Volatile[],
  pages: PageSet = anyPages,
): Style => ({
  name,
  family: 'several-ids',
  decidable,
  make: (random) => {
    const decisions = volatile.map(({ share = 1 }) => {
      let made = 0;
      return decidedPerPage(() => made++ < 3 || random.chance(share));
    });
    const source = pages(random);
    return {
      pages: {
        ...source,
        dynamic: (kinds) => {
          const page = source.dynamic(kinds);
          for (const decide of decisions) decide(page);
          return page;
        },
      },
      open: () => {
        const values = volatile.map(({ id }) => id(random));
        return {
          link: (page) => {
            if (!page.dynamic) return address(page);
            const written = volatile.reduce(
              (so, { write }, index) => (decisions[index]?.(page) ? write(so, values[index] ?? '') : so),
              page,
            );
            return address(written);
          },
          main: volatile.flatMap(({ shown = (id) => [id] }, index) => shown(values[index] ?? '')),
        };
      },
    };
  },
});

const broadVision: IdMaker = (random) => `@@@@${ids.decimal(10)(random)}.${ids.decimal(10)(random)}@@@@`;

export const severalIds: readonly Style[] = [
  several(
    'coldfusion',
    'CFID and CFTOKEN are known together',
    [
      { id: ids.decimal(8), write: asParameter('CFID') },
      { id: ids.decimal(8), write: asParameter('CFTOKEN') },
    ],
    shop,
  ),
  several(
    'coldfusion-uuid',
    'CFID and CFTOKEN are known together; the token is long and in upper case',
    [
      { id: ids.decimal(6), write: asParameter('CFID') },
      { id: (random) => `${ids.hex16(random)}-${ids.uuidUpper(random)}`, write: asParameter('CFTOKEN') },
    ],
    shop,
  ),
  several(
    'coldfusion-on-j2ee',
    'three known names',
    [
      { id: ids.decimal(7), write: asParameter('CFID') },
      { id: ids.decimal(8), write: asParameter('CFTOKEN') },
      { id: ids.hex32, write: asParameter('jsessionid') },
    ],
    shop,
  ),
  several(
    'jsessionid-and-sid',
    'both values are one in each list; jsessionid stands on more links',
    [
      { id: ids.hex32Upper, write: asMatrix('jsessionid') },
      { id: ids.hex16, write: asParameter('csrf'), share: 0.4 },
    ],
    portal,
  ),
  several('two-unknown', 'two parameters, each one value in each list', [
    { id: ids.base62(20), write: asParameter('vis') },
    { id: ids.hex16, write: asParameter('req'), share: 0.5 },
  ]),
  several('path-and-query', 'a segment and a parameter, each one value in each list', [
    { id: ids.base62(24), write: asFolder('s/') },
    { id: ids.mixedUpper(20), write: asParameter('r'), share: 0.4 },
  ]),
  several(
    'broadvision',
    'the name says it; BV_EngineID goes with the session',
    [
      { id: broadVision, write: asParameter('BV_SessionID'), shown: (id) => [id, id.replaceAll('@', '')] },
      { id: (random) => `ccc${random.text('adeghijkl', 22)}.0`, write: asParameter('BV_EngineID') },
    ],
    portal,
  ),
  several('seaside', 'short names; each value is one in each list', [
    { id: ids.base64url(16), write: asParameter('_s') },
    { id: ids.base64url(16), write: asParameter('_k') },
  ]),
];
