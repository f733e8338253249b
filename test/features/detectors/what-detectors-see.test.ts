import { expect, test } from 'vitest';
import { objectsOf } from '../../kernel/cli/run-tidemark.ts';
import { runCommand } from '../projects/run-command.ts';
import { type ShopSite, shopForThisTest } from './shop-site.ts';

interface FoundMatch {
  readonly event: string;
  readonly detector: string;
  readonly url: string;
  readonly pageEvent: string;
  readonly in: string;
  readonly place: { readonly text: string } | null;
}

/** Visits the site; `detector on /path` for each match, in alphabetical order. */
async function matchesOf(shop: ShopSite): Promise<readonly string[]> {
  const ended = await runCommand(['track', shop.file, '--data', shop.data, '--json']);
  const all = objectsOf(ended) as FoundMatch[];
  return all
    .filter(({ event }) => event === 'match')
    .map(({ detector, url }) => `${detector} on ${new URL(url).pathname}`)
    .toSorted();
}

const paragraph = (text: string): string => `<p>${text}</p>`;
const unchanged = paragraph('Lamps are made of glass and steel.');

test('a region: only what changes in it, and not the same words beside it', async () => {
  const shop = await shopForThisTest();
  shop.project('detectors: [{ name: news, words: [sale], region: .news }]\n');
  const page = (news: string, other: string) =>
    `${unchanged}<div class="news"><p>${news}</p></div><div class="other"><p>${other}</p></div>`;
  shop.show('/', page('Nothing new today.', 'A sale is on.'));
  expect(await matchesOf(shop)).toEqual([]);
  shop.show('/', page('Nothing new today.', 'A big sale is on.'));
  expect(await matchesOf(shop)).toEqual([]);
  shop.show('/', page('Our sale begins today.', 'A big sale is on.'));
  expect(await matchesOf(shop)).toEqual(['news on /']);
});

test('a language: texts in others are left out', async () => {
  const shop = await shopForThisTest();
  shop.project(
    'detectors: [{ name: german, stems: [lampe], language: de }, { name: any, words: [lampe] }]\n',
  );
  shop.show('/', unchanged);
  await matchesOf(shop);
  const english = 'This is the word that they have for it, and it is Lampe in the other language.';
  shop.show('/', unchanged + paragraph(english));
  expect(await matchesOf(shop)).toEqual(['any on /']);
  const german = 'Das ist die Lampe, die wir für Sie gemacht haben, und sie ist nicht teuer.';
  shop.show('/', unchanged + paragraph(english) + paragraph(german));
  expect(await matchesOf(shop)).toEqual(['any on /', 'german on /']);
});

test('text that is removed, and not the same text when it is added', async () => {
  const shop = await shopForThisTest();
  shop.project('detectors: [{ name: gone, phrase: sold out, in: removed }]\n');
  const page = (state: string) => unchanged + paragraph(`The desk lamp is ${state}.`);
  shop.show('/', page('here'));
  expect(await matchesOf(shop)).toEqual([]);
  shop.show('/', page('sold out'));
  expect(await matchesOf(shop)).toEqual([]);
  shop.show('/', page('here again'));
  expect(await matchesOf(shop)).toEqual(['gone on /']);
});

test('a page that is new, missing, and back', async () => {
  const shop = await shopForThisTest();
  shop.project(
    `detectors: [${['new', 'missing', 'back', 'failing'].map((event) => `{ name: ${event}, page: ${event} }`).join(', ')}]\n`,
  );
  const start = `${unchanged}<p><a href="/lamp">The lamp</a></p>`;
  shop.show('/', unchanged);
  expect(await matchesOf(shop)).toEqual([]);
  shop.show('/', start);
  shop.show('/lamp', paragraph('A lamp for your desk.'));
  expect(await matchesOf(shop)).toEqual(['new on /lamp']);
  shop.show('/lamp', null);
  expect(await matchesOf(shop)).toEqual(['missing on /lamp']);
  expect(await matchesOf(shop)).toEqual([]);
  shop.show('/lamp', paragraph('A lamp for your desk.'));
  expect(await matchesOf(shop)).toEqual(['back on /lamp']);
  expect(await matchesOf(shop)).toEqual([]);
});

test('a page that fails is told at its second failure, once, and again when it is back; a single failure is not', async () => {
  const shop = await shopForThisTest();
  shop.project(
    'limits: { wait: 0s }\ncrawl: { attempts: 1 }\ndetectors: [{ name: failing, page: failing }, { name: back, page: back }]\n',
  );
  shop.show('/', `${unchanged}<p><a href="/lamp">The lamp</a></p>`);
  shop.show('/lamp', paragraph('A lamp for your desk.'));
  await matchesOf(shop);
  const seen: (readonly string[])[] = [];
  for (const isFailing of [true, false, true, true, true, false, false]) {
    shop.fail('/lamp', isFailing);
    seen.push(await matchesOf(shop));
  }
  expect(seen).toEqual([[], [], [], ['failing on /lamp'], [], ['back on /lamp'], []]);
});

test('all, any and none of several conditions, in one segment', async () => {
  const shop = await shopForThisTest();
  shop.project(`detectors:
  - name: all
    all: [{ words: [lamp] }, { pattern: 'no\\. \\d+' }]
  - name: any
    any: [{ words: [vase] }, { phrase: desk lamp }]
  - name: none
    words: [lamp]
    none: [{ words: [broken] }, { words: [old] }]
`);
  shop.show('/', unchanged);
  await matchesOf(shop);
  let page = unchanged;
  const seen: (readonly string[])[] = [];
  for (const text of [
    'A broken lamp, no. 7.',
    'A vase of glass.',
    'This desk lamp shines.',
    'A lamp is old.',
  ]) {
    page += paragraph(text);
    shop.show('/', page);
    seen.push(await matchesOf(shop));
  }
  expect(seen).toEqual([['all on /'], ['any on /'], ['any on /', 'none on /'], []]);
});

test('noise never matches: not words, not numbers, not any change, not what is gone', async () => {
  const shop = await shopForThisTest();
  shop.project(`detectors:
  - { name: words, words: [advert] }
  - { name: pattern, pattern: 'Advert \\d+' }
  - { name: number, when: price > 0 }
  - { name: change, change: any }
  - { name: gone, words: [advert], in: removed }
  - { name: none, none: [{ words: [nothing] }] }
`);
  shop.show('/', `${unchanged}<p><a href="/lamp">The lamp</a></p>`);
  shop.show('/lamp', paragraph('A lamp for your desk.'));
  await matchesOf(shop);
  for (let visit = 0; visit < 3; visit++) expect(await matchesOf(shop)).toEqual([]);
});

test('what was told of a page is not told again under the name that it gets when session ids are learned', async () => {
  const shop = await shopForThisTest();
  const detectors = 'detectors: [{ name: flu, words: [flu] }]\n';
  const links =
    '<p><a href="/lamp?session={session}">The lamp</a> <a href="/?session={session}">Start</a></p>';
  const page = (more: string, last = '') => paragraph(`A lamp against the flu.${more}`) + last + links;
  const identity = async () => {
    const listed = await runCommand(['ls', 'lamps', '--json', '--data', shop.data]);
    return new URL((objectsOf(listed)[1] as { identity: string }).identity);
  };
  shop.show('/', unchanged + links);
  shop.show('/lamp', page(''));
  // Without session ids every page leads to new addresses: the run pauses, and goes on when they are looked for.
  shop.project(`preference: { sessionId: none }\nlimits: { pages: 2 }\n${detectors}`);
  expect(await matchesOf(shop)).toEqual(['flu on /lamp']);
  expect((await identity()).search).toMatch(/^\?session=/);
  shop.project(detectors);
  await matchesOf(shop);
  expect((await identity()).search).toBe('');

  shop.show('/lamp', page('', paragraph('It is new in our shop.')));
  expect(await matchesOf(shop)).toEqual([]);
  shop.show('/lamp', page(' Truly.'));
  expect(await matchesOf(shop)).toEqual(['flu on /lamp']);
  const reported = await runCommand(['detectors', 'ls', 'lamps', '--json', '--data', shop.data]);
  expect(objectsOf(reported)).toMatchObject([{ matches: 2 }]);
});

test('a text like the given one is reported once, however many near-duplicates of its page there are', async () => {
  const shop = await shopForThisTest();
  shop.project(
    "detectors: [{ name: flood, similar: { to: 'High water flooded the lower harbour last night.', atLeast: 60% } }]\n",
  );
  shop.show('/', unchanged);
  await matchesOf(shop);
  const news =
    paragraph('Last night high water flooded the lower harbour.') +
    paragraph(
      Array.from({ length: 60 }, (_, n) => `House ${n} stood ${n + 7} inches in water until ${n} came.`).join(
        ' ',
      ),
    );
  shop.show('/news', news);
  shop.show('/print', `${news}<p>Print view</p>`);
  shop.show('/other', `${paragraph('High water flooded the lower harbour last night.')}<h1>A year ago</h1>`);
  shop.show(
    '/',
    `${unchanged}<a href="/news">News</a> <a href="/print">Print</a> <a href="/other">Other</a>`,
  );
  expect(await matchesOf(shop)).toEqual(['flood on /news', 'flood on /other']);
});
