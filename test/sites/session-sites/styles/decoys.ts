import { carried } from '../carried.ts';
import { hexLower, ids } from '../ids.ts';
import { date, film, number, opaque, pagesFrom, slug, type Template, withBanners, word } from '../pages.ts';
import { inFront, lastInQuery, matrix } from '../places.ts';
import type { Style } from '../site.ts';

const family = 'decoys';

const generic: Template = (random) => ({ path: `/${word(random)}/${slug(random)}.html` });
const sid: Template = (random) => ({ path: '/print.php', query: [['sid', number(random)]] });
const newsId: Template = (random) => ({ path: '/news.aspx', query: [['NewsID', number(random)]] });
const session: Template = (random) => ({
  path: '/agenda',
  query: [
    ['session', random.pick(['morning', 'noon', 'evening'])],
    ['day', date(random, '-')],
  ],
});
const search: Template = (random) => ({
  path: '/find',
  query: [
    ['s', word(random)],
    ['page', number(random, 1, 60)],
  ],
});
const hexId: Template = (random) => ({ path: '/doc', query: [['id', ids.hex32(random)]] });
const video: Template = (random) => ({ path: '/watch', query: [['v', film(random)]] });
const picture: Template = (random) => ({ path: `/img/${random.text(hexLower, 32)}.png` });
const order: Template = (random) => ({ path: `/orders/${ids.uuid(random)}` });

export const decoys: readonly Style[] = [
  carried({
    name: 'rotating-adverts-beside-unknown',
    family,
    decidable: 'the id is one value in each list; adverts differ in number and in words',
    id: ids.base62(20),
    places: [lastInQuery('zx'), inFront('s/')],
    pages: withBanners(pagesFrom([generic, newsId])),
  }),
  carried({
    name: 'content-sid-beside-jsessionid',
    family,
    decidable: 'jsessionid is known; sid is a small number that stays with its page',
    id: ids.hex32Upper,
    places: [matrix('jsessionid')],
    pages: pagesFrom([sid, newsId, generic]),
  }),
  carried({
    name: 'words-beside-phpsessid',
    family,
    decidable: 'PHPSESSID is known; session= and s= are words that stay with their page',
    id: ids.hex32,
    places: [lastInQuery('PHPSESSID')],
    pages: pagesFrom([session, search, generic]),
  }),
  carried({
    name: 'random-content-beside-unknown',
    family,
    decidable: 'the id is one value in each list; content ids differ from page to page and stay',
    id: ids.base62(20),
    places: [lastInQuery('zx'), inFront('s/')],
    pages: pagesFrom([hexId, video, order, picture]),
  }),
  carried({
    name: 'same-shape-as-id',
    family,
    decidable: 'id= has as many values as pages and they stay; the session has one value in each list',
    id: ids.hex32,
    places: [lastInQuery('tk'), lastInQuery('sid')],
    pages: pagesFrom([hexId]),
  }),
  carried({
    name: 'uuid-order-and-uuid-session',
    family,
    decidable: 'orders differ and stay; the session has one value in each list',
    id: ids.uuid,
    places: [inFront(''), lastInQuery('visit')],
    pages: pagesFrom([order]),
  }),
  carried({
    name: 'random-content-with-phpbb',
    family,
    decidable: 'sid has one random value in each list; content ids stay',
    id: ids.hex32,
    places: [lastInQuery('sid')],
    pages: opaque,
  }),
  carried({
    name: 'sid-means-both',
    family,
    decidable:
      'on print.php sid is a number that stays with its page, elsewhere one random value in each list',
    id: ids.hex32,
    places: [
      (page, id) => (page.path === '/print.php' ? matrix('s')(page, id) : lastInQuery('sid')(page, id)),
      (page, id) =>
        page.path === '/print.php' ? lastInQuery('token')(page, id) : lastInQuery('sid')(page, id),
    ],
    pages: pagesFrom([sid, newsId, generic]),
  }),
  carried({
    name: 'numeric-beside-numeric',
    family,
    decidable: 'numbers that select content stay; the session number is one in each list',
    id: ids.decimal(9),
    places: [lastInQuery('uid'), lastInQuery('zid')],
    pages: pagesFrom([
      (random) => ({ path: '/item', query: [['id', number(random, 100_000_000, 999_999_999)]] }),
      newsId,
    ]),
  }),
];
