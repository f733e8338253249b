import { address } from '../address.ts';
import { ids } from '../ids.ts';
import { number, type Page, type PageSource, pagesFrom, word } from '../pages.ts';
import type { Random } from '../random.ts';
import { beforeChange, type Session, type Style } from '../site.ts';

const tag = (random: Random): string => `gw_${word(random)}_${word(random)}`;

const kinds = { home: 0, browse: 1, robot: 2, redirect: 3, foreign: 4 } as const;

/** The five ways in which figure 6 of the first paper writes links. */
const shopPages = pagesFrom([
  (random) => ({ path: `/exec/obidos/subst/${word(random)}/${word(random)}.html/ref=${tag(random)}` }),
  (random) => ({ path: `/exec/obidos/tg/browse/-/${number(random, 100_000, 999_999)}/ref=${tag(random)}` }),
  (random) => ({
    path: `/gp/browse.html/ref=${tag(random)}`,
    query: [['node', number(random, 100_000, 9_999_999)]],
  }),
  (random) => ({
    path: `/gp/redirect.html/ref=${tag(random)}`,
    query: [
      ['location', `http://www.${word(random)}.example/${word(random)}?an=shop&cid=${word(random)}`],
      ['token', ids.hex40(random).toUpperCase()],
    ],
  }),
  (random) => ({
    path: '/exec/obidos/redirect-to-external-url',
    query: [['path', `http://www.shop.example/${word(random)}?site=${number(random)}`]],
  }),
]);

const robotLink = (page: Page, target: string, token: string): string =>
  `http://${page.host}/gp/amabot/?pf_rd_url=${encodeURIComponent(target)}&pf_rd_p=163187901&pf_rd_s=left-nav&pf_rd_t=101&pf_rd_m=ATVPDKIKX0DER&pf_rd_r=${token}`;

const encodedQuery = (page: Page): string =>
  page.query.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');

const linkOf = (page: Page, id: string, token: string): string => {
  const withId = `${page.path}/${id}`;
  if (page.kind === kinds.home) return `http://${page.host}${withId}`;
  if (page.kind === kinds.browse) return `http://${page.host}${withId}?%5Fencoding=UTF8`;
  if (page.kind === kinds.robot)
    return robotLink(page, `${withId}?%5Fencoding=UTF8&${encodedQuery(page)}`, token);
  if (page.kind === kinds.redirect)
    return robotLink(page, `http://${page.host}:80${withId}?${encodedQuery(page)}`, token);
  return `http://${page.host}${withId}?%5Fencoding=UTF8&${encodedQuery(page)}`;
};

/** Starts with the links that hold the token: on a single link it would not be decidable. */
const withRobots = (source: PageSource): PageSource => {
  const first = [kinds.robot, kinds.robot, kinds.redirect, kinds.browse];
  return {
    ...source,
    dynamic: (allowed) => {
      const kind = first.shift();
      return source.dynamic(allowed ?? (kind === undefined ? undefined : [kind]));
    },
  };
};

const amazonStyle = (name: string, decidable: string, changes: boolean): Style => ({
  name,
  family: 'amazon',
  decidable,
  make: (random) => ({
    pages: withRobots(shopPages(random)),
    open: (): Session => {
      const early = ids.amazon(random);
      const id = changes ? ids.amazon(random) : early;
      const token = `1${ids.mixedUpper(19)(random)}`;
      return {
        link: (page, progress) =>
          page.dynamic ? linkOf(page, beforeChange(progress) ? early : id, token) : address(page),
        // With a second id the token may be on more links than either: the lists do not show which one is the main id.
        ...(!changes && { main: [id, token] }),
      };
    },
  }),
});

export const amazon: readonly Style[] = [
  amazonStyle(
    'amazon',
    'the id is on all links, in the path or in the encoded address; the token only on some',
    false,
  ),
  amazonStyle('amazon-first-click', 'as amazon; the shop gives a second id after the first links', true),
  {
    ...amazonStyle('amazon-only-ref', 'the segment after ref= is one value in each list', false),
    make: (random) => {
      const source = shopPages(random);
      return {
        pages: { ...source, dynamic: (allowed) => source.dynamic(allowed ?? [kinds.home, kinds.browse]) },
        open: () => {
          const id = ids.amazon(random);
          return { link: (page) => (page.dynamic ? linkOf(page, id, '') : address(page)), main: [id] };
        },
      };
    },
  },
];
