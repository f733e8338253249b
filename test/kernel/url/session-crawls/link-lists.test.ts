import { describe, expect, it } from 'vitest';
import { identityOf, learnIdentityRules } from '../../../../src/url/index.ts';
import { base62, hexLower } from '../../../sites/session-sites/ids.ts';
import { type Random, randomOf } from '../../../sites/session-sites/random.ts';

// Ids of any alphabet and length, in any place and under any name, on lists that a seed makes up; and content that
// resembles them. Only the lists count: what a name lets guess is left out.

const digits = '0123456789';
const lower = 'abcdefghijklmnopqrstuvwxyz';
const sitesOfAKind = 12;

type Maker = (random: Random) => string;
const text =
  (alphabet: string, low: number, high = low): Maker =>
  (random) =>
    random.text(alphabet, random.between(low, high));

const makers: Readonly<Record<string, Maker>> = {
  'hex 8': text(hexLower, 8),
  'hex 12': text(hexLower, 12),
  'hex 32': text(hexLower, 32),
  'hex 8 to 32': text(hexLower, 8, 32),
  'letters and digits 6': text(base62, 6),
  'letters and digits 5 to 30': text(base62, 5, 30),
  'small letters and digits 8': text(lower + digits, 8),
  'small letters 8': text(lower, 8),
  'small letters 16': text(lower, 16),
  'digits 5': text(digits, 5),
  'digits 6 to 12': text(digits, 6, 12),
  'a word and a number': (random) => random.text('abcdef', 4) + random.text(digits, 4),
};

const words = 'harbour ledger willow copper meadow signal anchor lantern pepper granite orchard velvet'.split(
  ' ',
);
const pagesOf = (random: Random, count: number) =>
  Array.from({ length: count }, (_, n) => `${random.pick(words)}-${n}`);

interface Carrier {
  readonly write: (page: string, id: string, name: string) => string;
  /** Without a name a place is known by the look of its values: those that look like words are not for it. */
  readonly isNamed: boolean;
}

const carriers: Readonly<Record<string, Carrier>> = {
  query: { write: (page, id, name) => `http://h.test/${page}?${name}=${id}`, isNamed: true },
  'query among others': {
    write: (page, id, name) => `http://h.test/show?p=${page}&${name}=${id}&l=en`,
    isNamed: true,
  },
  'path parameter': { write: (page, id, name) => `http://h.test/${page};${name}=${id}`, isNamed: true },
  'name and value in the path': {
    write: (page, id, name) => `http://h.test/${name}/${id}/${page}.html`,
    isNamed: false,
  },
  'segment before': { write: (page, id) => `http://h.test/${id}/${page}.html`, isNamed: false },
  'host label': { write: (page, id) => `http://${id.toLowerCase()}.h.test/${page}.html`, isNamed: false },
};

const names = ['k', 'zx', 'sid', 's', 'visit', 'q7', 'mySID', 'tk'];

/** Pages that got one identity together, and pages that got two. */
function mistakes(
  lists: readonly (readonly { readonly page: string; readonly url: string }[])[],
): readonly string[] {
  const [a = [], b = []] = lists.map((list) => list.map(({ url }) => url));
  const rules = learnIdentityRules(a, b);
  const named = lists
    .flat()
    .map(({ page, url }) => ({ page, identity: identityOf(url, rules, { guess: false }).identity }));
  const count = (groups: Iterable<readonly { page: string; identity: string }[]>, of: 'page' | 'identity') =>
    [...groups].filter((group) => new Set(group.map((one) => one[of])).size > 1);
  const doubled = count(Map.groupBy(named, ({ page }) => page).values(), 'identity');
  const lost = count(Map.groupBy(named, ({ identity }) => identity).values(), 'page');
  return [
    ...doubled.map(([one]) => `doubled: ${one?.page} as ${one?.identity}`),
    ...lost.map(([one]) => `lost: ${one?.identity}`),
  ];
}

describe.each(Object.entries(carriers))('an id in the %s', (carrier, { write, isNamed }) => {
  it.each(Object.entries(makers))('%s', (kind, make) => {
    const wrong: string[] = [];
    for (let seed = 0; seed < sitesOfAKind; seed++) {
      const random = randomOf(`${carrier} ${kind} ${seed}`);
      const pages = pagesOf(random, random.between(12, 40));
      const name = isNamed || carrier.startsWith('name') ? random.pick(names) : '';
      // Without a name, a short value that reads like a word is not known again.
      const sessions = isNamed ? 5 : 2;
      const lists = Array.from({ length: sessions }, () => {
        const id = make(random);
        return pages.map((page) => ({ page, url: write(page, id, name) }));
      });
      wrong.push(
        ...mistakes(lists)
          .slice(0, 1)
          .map((mistake) => `${name || 'no name'}: ${mistake}`),
      );
    }
    expect(wrong).toEqual([]);
  });
});

describe.each(['hex 8', 'hex 12', 'small letters and digits 8', 'letters and digits 6'])('%s', (kind) => {
  const make = makers[kind] as Maker;

  it.each([6, 12, 40, 100])(
    'new on each of %i links is found, beside a session id or not, linked twice or not',
    (count) => {
      const wrong: string[] = [];
      for (let seed = 0; seed < sitesOfAKind; seed++) {
        const random = randomOf(`nonce ${kind} ${count} ${seed}`);
        const pages = pagesOf(random, count);
        const twice = new Set(pages.filter(() => random.chance(seed % 3 === 0 ? 0.7 : 0.1)));
        const lists = Array.from({ length: 4 }, () => {
          const session = seed % 2 === 0 ? `&u=${random.text(hexLower, 16)}` : '';
          return pages
            .flatMap((page) => (twice.has(page) ? [page, page] : [page]))
            .map((page) => ({ page, url: `http://h.test/go?p=${page}${session}&r=${make(random)}` }));
        });
        wrong.push(...mistakes(lists).slice(0, 1));
      }
      expect(wrong).toEqual([]);
    },
  );
});

describe('what is no id', () => {
  const steady = pagesOf(randomOf('steady'), 15).map((page) => `http://h.test/${page}.html`);
  const hash = text(hexLower, 32);
  const rotating = (random: Random, count: number, pool: readonly string[]) =>
    random.shuffle(pool).slice(0, count);
  const learned = (listOf: (random: Random, visit: number) => readonly string[], seed: number) => {
    const random = randomOf(`content ${seed}`);
    const rules = learnIdentityRules(listOf(random, 0), listOf(random, 1));
    return rules.filter(({ kind }) => kind !== 'content').map(({ evidence }) => evidence);
  };
  const pool = (seed: string, make: Maker, count = 200) => {
    const random = randomOf(seed);
    return Array.from({ length: count }, () => make(random));
  };
  const hashes = pool('pool of hashes', hash);
  const numbers = pool('pool of numbers', text('123456789', 5));
  const slugs = pool('pool of slugs', (random) => `${random.pick(words)}-${random.pick(words)}`);

  it.each<[string, (random: Random, visit: number) => readonly string[]]>([
    ['documents by hash', () => hashes.slice(0, 20).map((doc) => `http://h.test/doc?s=${doc}`)],
    [
      'drawn documents',
      (random) => [...steady, ...rotating(random, 5, hashes).map((doc) => `http://h.test/doc?s=${doc}`)],
    ],
    ['one drawn document', (random) => [...steady, `http://h.test/doc?sid=${random.pick(hashes)}`]],
    [
      'a drawn document with some links',
      (random) => {
        const doc = random.pick(hashes);
        return [...steady, ...['', '&print=1'].map((more) => `http://h.test/doc?s=${doc}${more}`)];
      },
    ],
    [
      'a drawn product with some links',
      (random) => {
        const id = random.pick(numbers);
        return [...steady, ...['show', 'buy', 'rate'].map((path) => `http://h.test/${path}?id=${id}`)];
      },
    ],
    [
      'a random article',
      (random) => {
        const title = random.pick(slugs);
        const actions = ['edit', 'history', 'info', 'talk'].map((action) => `&action=${action}`);
        return [...steady, ...actions.map((action) => `http://h.test/wiki?title=${title}${action}`)];
      },
    ],
    [
      'a language for each visitor',
      (_, visit) => steady.map((url) => `${url}?lang=${visit === 0 ? 'en' : 'de'}`),
    ],
    ['a variant for each visitor', (_, visit) => steady.map((url) => `${url}?v=${visit === 0 ? 'a' : 'b'}`)],
    ['a currency', (_, visit) => steady.map((url) => `${url}?currency=${visit === 0 ? 'EUR' : 'USD'}`)],
    [
      'orders of a list',
      () => ['new', 'old', 'price', 'name'].map((order) => `http://h.test/list?sort=${order}`),
    ],
    [
      'a calendar that moved on',
      (_, visit) =>
        Array.from(
          { length: 28 },
          (_day, n) => `http://h.test/day?date=2026-03-${String(n + 1 + visit).padStart(2, '0')}`,
        ),
    ],
    ['pages of a list', () => Array.from({ length: 20 }, (_, n) => `http://h.test/list?page=${n}`)],
    ['a version on all links', () => steady.map((url) => `${url}?v=2`)],
    [
      'slugs that are drawn',
      (random) => [...steady, ...rotating(random, 6, slugs).map((slug) => `http://h.test/a/${slug}`)],
    ],
  ])('%s', (_, listOf) => {
    const found = Array.from({ length: sitesOfAKind }, (_seed, seed) => learned(listOf, seed)).flat();
    expect(found).toEqual([]);
  });
});
