import { base64url, hexLower, ids } from './ids.ts';
import type { Random } from './random.ts';

export type Parameter = readonly [name: string, value: string];

/** A page as its author thinks of it: no session, no token. */
export interface Page {
  /** Its name in the truth; equal exactly when the page is the same. */
  readonly key: string;
  readonly host: string;
  readonly path: string;
  readonly query: readonly Parameter[];
  /** Which template made it: pages of a kind differ only in what selects content. */
  readonly kind: number;
  /** Whether the server writes this link anew for every visitor; images and foreign sites are plain. */
  readonly dynamic: boolean;
}

export interface PageSource {
  /** A page that was not returned before, of one of these kinds if given. */
  dynamic(kinds?: readonly number[]): Page;
  still(kinds?: readonly number[]): Page;
  /** A page that only one visit shows, while its neighbours stay: an advert, a tip of the day. */
  passing?(): Page;
}

export type Template = (random: Random) => { readonly path: string; readonly query?: readonly Parameter[] };
export type PageSet = (random: Random) => PageSource;

const words =
  'harbour lantern meadow copper winter garden bridge market violin orchard river castle engine window ticket planet summer kitchen bicycle mirror'.split(
    ' ',
  );
export const word = (random: Random): string => random.pick(words);
export const slug = (random: Random): string =>
  Array.from({ length: random.between(2, 5) }, () => word(random)).join('-');
export const number = (random: Random, low = 1, high = 9999): string => String(random.between(low, high));
export const date = (random: Random, separator = '/'): string =>
  [random.between(1999, 2024), random.between(1, 12), random.between(1, 28)]
    .map((part) => String(part).padStart(2, '0'))
    .join(separator);
/** Eleven characters, like the names of films on video sites. */
export const film = (random: Random): string => random.text(base64url, 11);

const hosts = [
  'www.example.com',
  'shop.example.net',
  'news.example.org',
  'www.bibliothek.example',
  'forum.example.com',
  'intranet.example:8080',
];
const foreign = ['www.w3.org', 'www.partner.example', 'validator.example.org', 'ads.example.net'];

const stillTemplates: readonly Template[] = [
  (random) => ({ path: `/images/${slug(random)}.${random.pick(['gif', 'png', 'jpg'])}` }),
  (random) => ({ path: `/css/${word(random)}-${word(random)}.css` }),
  (random) => ({ path: `/js/${word(random)}.${number(random, 1, 99)}.js` }),
  (random) => ({ path: `/about/${slug(random)}.html` }),
  (random) => ({ path: `/files/${word(random)}-${date(random, '-')}.pdf` }),
  (random) => ({ path: `/media/${random.text(hexLower, 32)}.jpg` }),
];

/** Pages of one host made from templates, each returned once. */
export const pagesFrom =
  (templates: readonly Template[], still: readonly Template[] = stillTemplates): PageSet =>
  (random) => {
    const host = random.pick(hosts);
    const seen = new Set<string>();
    const draw = (
      list: readonly Template[],
      kinds: readonly number[],
      at: () => string,
    ): Omit<Page, 'dynamic'> => {
      for (let tries = 0; tries < 10_000; tries++) {
        const kind = random.pick(kinds);
        const made = list[kind]?.(random);
        if (made === undefined) throw new Error(`there is no template ${kind}`);
        const { path, query = [] } = made;
        const host = at();
        const key = `${host}${path}?${query.map(([name, value]) => `${name}=${value}`).join('&')}`;
        if (seen.has(key)) continue;
        seen.add(key);
        return { key, host, path, query, kind };
      }
      throw new Error('the templates of this page set are used up');
    };
    const somewhere = (): string => (random.chance(0.2) ? random.pick(foreign) : host);
    return {
      dynamic: (kinds = [...templates.keys()]) => ({ ...draw(templates, kinds, () => host), dynamic: true }),
      still: (kinds = [...still.keys()]) => ({ ...draw(still, kinds, somewhere), dynamic: false }),
    };
  };

export const forum = pagesFrom([
  (random) => ({ path: '/viewtopic.php', query: [['t', number(random)]] }),
  (random) => ({ path: '/viewtopic.php', query: [['p', number(random, 10_000, 99_999)]] }),
  (random) => ({ path: '/viewforum.php', query: [['f', number(random, 1, 300)]] }),
  (random) => ({
    path: '/profile.php',
    query: [
      ['mode', 'viewprofile'],
      ['u', number(random)],
    ],
  }),
  (random) => ({ path: `/${word(random)}.php` }),
]);

export const shop = pagesFrom([
  (random) => ({ path: '/product_info.php', query: [['products_id', number(random)]] }),
  (random) => ({
    path: '/index.php',
    query: [['cPath', `${number(random, 1, 40)}_${number(random, 41, 900)}`]],
  }),
  (random) => ({
    path: '/product_info.php',
    query: [
      ['cPath', number(random, 1, 60)],
      ['products_id', number(random)],
    ],
  }),
  (random) => ({
    path: '/search.php',
    query: [
      ['q', word(random)],
      ['page', number(random, 2, 40)],
    ],
  }),
  (random) => ({ path: `/${word(random)}_${word(random)}.php` }),
]);

export const portal = pagesFrom([
  (random) => ({ path: '/portal/news/article.do', query: [['id', number(random)]] }),
  (random) => ({ path: `/portal/${word(random)}/${word(random)}.do` }),
  (random) => ({
    path: '/portal/search.do',
    query: [
      ['q', word(random)],
      ['page', number(random, 1, 90)],
    ],
  }),
  (random) => ({ path: `/portal/catalog/${word(random)}/${number(random)}.jsp` }),
]);

export const magazine = pagesFrom([
  (random) => ({ path: `/${date(random)}/${slug(random)}` }),
  (random) => ({ path: `/${word(random)}/${slug(random)}.html` }),
  (random) => ({ path: `/archive/${number(random, 1990, 2024)}/${word(random)}/${number(random, 1, 60)}` }),
]);

/** Content with names that look random, beside numbered content. */
export const opaque = pagesFrom([
  (random) => ({ path: '/watch', query: [['v', film(random)]] }),
  (random) => ({ path: `/orders/${ids.uuid(random)}` }),
  (random) => ({ path: '/doc', query: [['id', ids.hex16(random)]] }),
  (random) => ({ path: `/repo/${word(random)}/commit/${ids.hex40(random)}` }),
  (random) => ({ path: `/item/${number(random)}` }),
]);

/** Adverts that differ on every visit, each in number, name and target. */
export const withBanners =
  (pages: PageSet): PageSet =>
  (random) => {
    const source = pages(random);
    const banners = pagesFrom([
      (chosen) => ({
        path: '/banner/click',
        query: [
          ['bannerid', number(chosen)],
          ['to', slug(chosen)],
        ],
      }),
    ])(random);
    return { ...source, passing: () => ({ ...banners.dynamic(), dynamic: false }) };
  };

export const anyPages: PageSet = (random) => random.pick([forum, shop, portal, magazine, opaque])(random);
