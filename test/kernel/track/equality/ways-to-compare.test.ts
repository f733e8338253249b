import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { RunSettings } from '../../../../src/crawl/run/run-settings.ts';
import { type SmallSite, smallSite } from './small-site.ts';

let site: SmallSite;
beforeEach(async () => {
  site = await smallSite();
});
afterEach(() => site.close());

const page = ({
  price = '10',
  advert = 'Buy boots',
  link = '/',
  bold = 'Tea',
  visitors = '5',
} = {}) => `<!doctype html>
<title>Shop</title><p>Our shop opens at nine.</p>
<main><h1>Prices of the week</h1><p><b>${bold}</b> costs <span class="price">${price}</span> a pound</p>
<p>More is <a href="${link}">elsewhere</a></p></main>
<aside id="ads">${advert}</aside><p>Visitors: ${visitors} so far</p>`;

type Change = Parameters<typeof page>[0];

/** The flag of the default page after a change. */
async function flagAfter(compare: RunSettings['compare'], change: Change | (() => string)): Promise<string> {
  const then = typeof change === 'function' ? change : page(change);
  return flagOfSecond(compare, page(), then);
}

async function flagOfSecond(
  compare: RunSettings['compare'],
  first: string | (() => string),
  second: string | (() => string),
): Promise<string> {
  site.serve({ '/': first });
  await site.visit({ compare });
  site.takeRequests();
  site.serve({ '/': second });
  return (await site.visit())['/'] ?? 'none';
}

const offers = [
  'boots in red',
  'a warm coat',
  'shoes for children',
  'umbrellas',
  'one hat',
  'gloves and scarves',
];
let shown = 0;
/** Another offer at every call. */
const offer = () => offers[shown++ % offers.length] ?? '';

describe('bytes', () => {
  const bytes = [{ by: 'bytes' as const }];

  test('white space is a change', async () => {
    expect(await flagAfter(bytes, () => `${page()}\n`)).toMatch(/^UPD different bytes: \d+ before, \d+ now$/);
  });

  test('noise is a change, too, and there is no second request', async () => {
    expect(await flagAfter(bytes, () => page({ advert: offer() }))).toMatch(/^UPD different bytes/);
    expect(site.takeRequests()).toEqual({ '/': 1 });
  });

  test('the same bytes are the same', async () => {
    expect(await flagAfter(bytes, {})).toBe('SAM the same bytes');
  });
});

describe('text', () => {
  const text = [{ by: 'text' as const }];

  test('mark-up and links do not count', async () => {
    site.serve({ '/': page() });
    await site.visit({ compare: text });
    site.serve({
      '/': page({ link: '/#elsewhere' })
        .replaceAll(/<\/?b>/g, '')
        .replace('</h1><p>', '</h1>\n<div><p>'),
    });
    expect(await site.visit()).toEqual({ '/': 'SAM the same text' });
  });

  test('a word does', async () => {
    expect(await flagAfter(text, { bold: 'Coffee' })).toMatch(/^UPD 1 paragraph changed/);
  });

  test('words that differ at every fetch do not', async () => {
    const noisy = () => page({ advert: offer() });
    expect(await flagOfSecond(text, noisy, noisy)).toMatch(/^SAM only noise: /);
  });
});

describe('chosen regions', () => {
  const only = [{ only: ['h1', '.price'] }];

  test('what changes outside does not count', async () => {
    expect(await flagAfter(only, { advert: 'Buy shoes', bold: 'Coffee' })).toBe(
      'SAM the same in the chosen regions (h1, .price)',
    );
  });

  test('what changes inside does', async () => {
    expect(await flagAfter(only, { price: '12' })).toMatch(
      /^UPD in the chosen regions \(h1, \.price\): 1 text block changed/,
    );
  });

  test('a region that is gone is a change', async () => {
    expect(await flagAfter([{ only: ['.price'] }], () => page().replace(' class="price"', ''))).toMatch(
      /^UPD .* 1 text block gone/,
    );
  });

  test('regions that do not exist are reported', async () => {
    expect(await flagAfter([{ only: ['article'] }], { price: '12' })).toBe(
      'SAM nothing to compare in the chosen regions (article)',
    );
  });

  test('noise inside is separated from changes as everywhere', async () => {
    const noisy = () => page({ price: offer() });
    expect(await flagOfSecond([{ only: ['main'] }], noisy, noisy)).toMatch(
      /^SAM only noise: in the chosen regions \(main\): /,
    );
    const edited = () => noisy().replace('elsewhere', 'on the next page');
    site.serve({ '/': edited });
    expect((await site.visit())['/']).toMatch(/^UPD in the chosen regions \(main\): 1 paragraph changed: /);
  });

  test('a page that is nested too deeply is compared as a whole, and says so', async () => {
    expect(await flagAfter(only, () => `${'<div>'.repeat(100_000)}${page()}`)).toMatch(
      /^(?:UPD|SAM) .*compared as a whole, because it cannot be split into regions/,
    );
  });
});

describe('ignored regions', () => {
  const ignore = [{ ignore: ['#ads'] }];

  test('what changes inside does not count, even when the region comes or goes', async () => {
    expect(await flagAfter(ignore, { advert: 'Buy shoes' })).toBe(
      'SAM the same outside the ignored regions (#ads)',
    );
    site.serve({ '/': page().replace(/<aside.*<\/aside>/, '') });
    expect(await site.visit()).toEqual({ '/': 'SAM the same outside the ignored regions (#ads)' });
  });

  test('what changes outside does', async () => {
    expect(await flagAfter(ignore, { price: '12', advert: 'Buy shoes' })).toMatch(
      /^UPD outside the ignored regions \(#ads\): 1 paragraph changed/,
    );
  });

  test('can be combined with text and chosen regions', async () => {
    const compare = [{ by: 'text' as const, only: ['main'], ignore: ['.price'] }];
    expect(await flagAfter(compare, { price: '12', link: '/#x', advert: 'Buy shoes' })).toBe(
      'SAM the same text in the chosen regions (main) outside the ignored regions (.price)',
    );
  });
});

describe('ignored text', () => {
  const ignoreText = [{ ignoreText: ['Visitors: \\d+'] }];

  test('does not count', async () => {
    expect(await flagAfter(ignoreText, { visitors: '6123' })).toBe(
      'SAM the same without the ignored text (Visitors: \\d+)',
    );
  });

  test('the text beside it does', async () => {
    expect(await flagAfter(ignoreText, () => page({ visitors: '6123' }).replace('so far', 'today'))).toMatch(
      /^UPD without the ignored text .*: 1 paragraph changed/,
    );
  });
});

test('a number that grows is a change unless it is ignored', async () => {
  expect(await flagAfter([], { visitors: '6123' })).toMatch(/^UPD 1 paragraph changed/);
});

test('a different choice alone changes no page', async () => {
  site.serve({ '/': page() });
  await site.visit();
  const choices: RunSettings['compare'][] = [
    [{ only: ['main'] }],
    [{ by: 'bytes' }],
    [{ by: 'text', ignoreText: ['a'] }],
    [],
  ];
  for (const compare of choices) expect((await site.visit({ compare }))['/']).toBe('SAM the same bytes');
});

test('the last version is compared by the new choice', async () => {
  site.serve({ '/': page() });
  await site.visit();
  site.serve({ '/': page({ advert: 'Buy shoes' }) });
  expect(await site.visit({ compare: [{ only: ['main'] }] })).toEqual({
    '/': 'SAM the same in the chosen regions (main)',
  });
});

test('an invalid selector or pattern is refused before anything is fetched', async () => {
  site.serve({ '/': page() });
  const visit = (compare: RunSettings['compare']) => site.visit({ compare });
  await expect(visit([{ only: ['main['] }])).rejects.toMatchObject({
    code: 'APP_SETTING_INVALID',
    message:
      'compare.0.only: "main[" is not a CSS selector: Expected name, found the end; write a selector such as main, .price or \'#ads\'',
  });
  await expect(visit([{ ignoreText: ['('] }])).rejects.toMatchObject({ code: 'APP_SETTING_INVALID' });
  await expect(site.visitByFile("compare: [{ ignore: 'a:b' }]")).rejects.toMatchObject({
    code: 'PROJECT_FILE_INVALID',
  });
  expect(site.takeRequests()).toEqual({});
});
