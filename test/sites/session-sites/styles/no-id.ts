import { address } from '../address.ts';
import { decidedPerPage } from '../carried.ts';
import { base62, base64url, hexLower, ids } from '../ids.ts';
import {
  date,
  film,
  forum,
  magazine,
  number,
  opaque,
  type Page,
  type PageSet,
  pagesFrom,
  portal,
  shop,
  slug,
  type Template,
  withBanners,
  word,
} from '../pages.ts';
import type { Random } from '../random.ts';
import type { Style } from '../site.ts';

/** A site that shows the same links to everyone; only its content comes and goes. */
const plainSite = (
  name: string,
  decidable: string,
  pages: PageSet,
  link: (random: Random) => (page: Page) => string = () => (page) => address(page),
): Style => ({
  name,
  family: 'no-id',
  decidable,
  withoutIds: true,
  make: (random) => {
    const linkOf = link(random);
    return {
      pages: pages(random),
      open: () => ({ link: (page) => (page.dynamic ? linkOf(page) : address(page)), main: [null] }),
    };
  },
});

const only = (...templates: readonly Template[]): PageSet => pagesFrom(templates);

export const noId: readonly Style[] = [
  plainSite('static', 'all links are equal but for pages that came or went', magazine),
  plainSite(
    'rotating-adverts',
    'adverts differ in number and in words; nothing suggests that they are one page',
    withBanners(magazine),
  ),
  plainSite('query-driven', 'most values occur in both lists: they select content', shop),
  plainSite('plain-forum', 'as query-driven', forum),
  plainSite('plain-portal', 'as query-driven', portal),
  plainSite('random-looking-content', 'most random names occur in both lists: they are content', opaque),
  plainSite(
    'hashed-assets',
    'a hash belongs to one file; most files are in both lists under the same hash',
    only(
      (random) => ({ path: `/assets/${word(random)}-${word(random)}.${random.text(hexLower, 8)}.js` }),
      (random) => ({ path: `/static/media/${ids.hex32(random)}.png` }),
      (random) => ({ path: `/css/${slug(random)}.css`, query: [['v', random.text(hexLower, 10)]] }),
    ),
  ),
  plainSite(
    'new-and-gone-numbers',
    'ids that stay show that id selects content; one gone and one new do not make a pair',
    only((random) => ({ path: '/news', query: [['id', number(random, 100, 999)]] })),
  ),
  plainSite(
    'new-and-gone-uuids',
    'as new-and-gone-numbers, with names that look random',
    only((random) => ({ path: `/orders/${ids.uuid(random)}/view` })),
  ),
  plainSite(
    'new-and-gone-films',
    'as new-and-gone-numbers, with names that look random',
    only(
      (random) => ({ path: '/watch', query: [['v', film(random)]] }),
      (random) => ({
        path: '/watch',
        query: [
          ['v', film(random)],
          ['list', `PL${random.text(base64url, 16)}`],
        ],
      }),
      (random) => ({ path: `/channel/UC${random.text(base62, 22)}` }),
    ),
  ),
  plainSite(
    'commits',
    'as new-and-gone-numbers: a history that moved on',
    only(
      (random) => ({ path: `/project/commit/${ids.hex40(random)}` }),
      (random) => ({
        path: '/project/blob',
        query: [
          ['sha', ids.hex40(random)],
          ['file', `${word(random)}.c`],
        ],
      }),
    ),
  ),
  plainSite(
    'dated-slugs',
    'as static; new articles differ in date and words',
    only(
      (random) => ({ path: `/${date(random)}/${slug(random)}.html` }),
      (random) => ({ path: '/calendar', query: [['day', date(random, '-')]] }),
    ),
  ),
  plainSite(
    'affiliate-constant',
    'the constant is the same in both lists: it does not belong to a session',
    shop,
    (random) => {
      const constant = ids.hex32(random);
      const name = random.pick(['affid', 'partner', 'tag', 'ref']);
      return (page) => address(page, { query: [...page.query, [name, constant]] });
    },
  ),
  plainSite(
    'content-sid',
    'numbers and words under names of sessions, equal in both lists',
    only(
      (random) => ({ path: '/print.php', query: [['sid', number(random)]] }),
      (random) => ({ path: '/article.aspx', query: [['NewsID', number(random, 100_000, 999_999)]] }),
      (random) => ({
        path: '/agenda',
        query: [
          ['session', `${word(random)}`],
          ['day', number(random, 1, 31)],
        ],
      }),
      (random) => ({
        path: '/find',
        query: [
          ['s', word(random)],
          ['page', number(random, 1, 50)],
        ],
      }),
    ),
  ),
  plainSite(
    'comma-lists',
    'numbers between commas differ from page to page and stay',
    only((random) => ({ path: `/${word(random)}/0,1518,${number(random, 100_000, 999_999)},00.html` })),
  ),
  plainSite(
    'document-database',
    'documents are named by 32 hex digits, and most of them are in both lists',
    only(
      (random) => ({ path: `/info.nsf/0/${ids.hex32Upper(random)}`, query: [['OpenDocument', '1']] }),
      (random) => ({ path: `/info.nsf/${word(random)}/${ids.hex32Upper(random)}` }),
    ),
  ),
  plainSite(
    'look-alikes',
    'words and numbers in the places of session ids, equal in both lists',
    only(
      (random) => ({ path: '/sessions', query: [['sessionid', number(random, 1, 300)]] }),
      (random) => ({ path: `/reports/(${number(random, 1990, 2024)})/${slug(random)}.html` }),
      (random) => ({ path: `/map;v=${number(random, 1, 90)}`, query: [['cfid', number(random, 1, 90)]] }),
      (random) => ({ path: `/wiki/(S)-${slug(random)}` }),
    ),
  ),
  plainSite(
    'signed-content',
    'every link has its own signature, and keeps it in both lists',
    opaque,
    (random) => {
      const signature = decidedPerPage(() => ids.hex40(random));
      return (page) => address(page, { query: [...page.query, ['sig', signature(page)]] });
    },
  ),
  plainSite(
    'colon-lists',
    'the third part is empty or the same in both lists',
    only((random) => ({ path: '/apex/f', query: [['p', `100:${number(random, 1, 400)}:0::NO:RP`]] })),
  ),
];
