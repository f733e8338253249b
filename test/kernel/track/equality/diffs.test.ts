import { afterEach, beforeEach, expect, test } from 'vitest';
import type { RunSettings } from '../../../../src/crawl/run/run-settings.ts';
import { type SmallSite, smallSite } from './small-site.ts';

let site: SmallSite;
beforeEach(async () => {
  site = await smallSite();
});
afterEach(() => site.close());

const page = (price: number, advert: string, link = '/') =>
  `<title>Shop</title><main><h1>Prices</h1><p>Tea costs ${price} a pound</p><p>More is <a href="${link}">here</a></p></main>
<aside>${advert}</aside>`;

/** Two visits between which the price, the advert and the link change. */
async function visitTwice(compare: RunSettings['compare']): Promise<string> {
  site.serve({ '/': page(10, 'Buy boots') });
  await site.visit({ compare });
  site.serve({ '/': page(12, 'See the hills', '/#b') });
  return (await site.visit())['/'] ?? 'none';
}

const compared = (lines: readonly string[]) => lines.filter((line) => /compares/.test(line));
const words = (lines: readonly string[]) =>
  lines.filter((line) => /[[{][-+]|^ {4}[-+] link/.test(line)).map((line) => line.replace(site.origin, ''));

const price = '    Tea costs [-10-] {+12+} a pound';
const advert = '    [-Buy boots-]{+See the hills+}';
const links = ['    - link /', '    + link /#b'];

test.each([
  [{ only: ['main'] }, 'text, links and pictures in the chosen regions (main)', [price, ...links]],
  [{ ignore: ['aside'] }, 'text, links and pictures outside the ignored regions (aside)', [price, ...links]],
  [
    { ignoreText: ['costs \\d+'] },
    'text, links and pictures without the ignored text (costs \\d+)',
    [...links, advert],
  ],
  [{ by: 'text' as const }, 'text', [price, advert]],
  [{ by: 'text' as const, only: ['main'] }, 'text in the chosen regions (main)', [price]],
])('a diff shows what is compared by %j, and says so', async (entry, subject, changes) => {
  await visitTwice([entry]);
  const shown = await site.diff('/');
  expect(compared(shown)).toEqual([
    `Only what the project compares: ${subject}; --whole shows the whole page.`,
  ]);
  expect(words(shown)).toEqual(changes);
  const whole = await site.diff('/', { isWhole: true });
  expect(compared(whole)).toEqual([`The whole page; the project compares ${subject}.`]);
  expect(words(whole)).toEqual([price, ...links, advert]);
  expect(await site.explain('/')).toContain(`compared    ${subject}`);
});

test('a project that compares the whole page needs no such line', async () => {
  await visitTwice([]);
  expect(compared(await site.diff('/'))).toEqual([]);
  expect(words(await site.diff('/'))).toEqual([price, ...links, advert]);
  expect((await site.explain('/')).join('\n')).not.toContain('compared');
});

test('a diff of a project that compares bytes shows the whole page', async () => {
  expect(await visitTwice([{ by: 'bytes' }])).toMatch(/^UPD/);
  const shown = await site.diff('/');
  expect(compared(shown)).toEqual(['The whole page; the project compares every byte.']);
  expect(words(shown)).toEqual([price, ...links, advert]);
});

test('a plug-in is named', async () => {
  const file = 'compare: [{ plugin: ./prices.mjs }]\n';
  site.serve({ '/': page(10, 'Buy boots') });
  await site.visitByFile(file, { 'prices.mjs': 'export default () => false;' });
  site.serve({ '/': page(12, 'Buy boots') });
  await site.visitByFile(file);
  const shown = await site.diff('/');
  expect(compared(shown)).toEqual(['The whole page; the project compares what prices.mjs looks at.']);
  expect(words(shown)).toEqual([price]);
  expect(await site.explain('/')).toContain('compared    what prices.mjs looks at');
});

test('by a project file, the entry for the address decides', async () => {
  const file = 'compare: [{ match: /prices/, only: main }]\n';
  const pages = (number: number) => ({
    '/': `<p>Day ${number}</p><a href="/prices/">p</a>`,
    '/prices/': page(number, `Advert ${number}`),
  });
  site.serve(pages(10));
  await site.visitByFile(file);
  site.serve(pages(12));
  await site.visitByFile(file);
  expect(compared(await site.diff('/'))).toEqual([]);
  expect(words(await site.diff('/prices/'))).toEqual([price]);
});

test('changes outside of what is compared do not appear', async () => {
  site.serve({ '/': page(10, 'Buy boots') });
  await site.visit();
  site.serve({ '/': page(10, 'See the hills') });
  expect((await site.visit())['/']).toMatch(/^UPD/);
  await site.visit({ compare: [{ only: ['main'] }] });
  expect(await site.diff('/')).not.toContain('Nothing in it differs.');
  expect(await site.diff('/', { asOfNow: true })).toContain('Nothing in it differs.');
});

test('a page that cannot be split into regions is shown whole', async () => {
  const deep = '<div>'.repeat(100_000);
  site.serve({ '/': page(10, 'Buy boots') });
  await site.visit({ compare: [{ only: ['main'] }] });
  site.serve({ '/': `${deep}${page(12, 'Buy boots')}` });
  await site.visit();
  expect(compared(await site.diff('/'))).toEqual([
    'The whole page; the project compares text, links and pictures in the chosen regions (main), but these could not be separated here.',
  ]);
});
