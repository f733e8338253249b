import { afterAll, beforeAll, expect, test } from 'vitest';
import { readProjectFile } from '../guards/markdown.ts';
import { type SmallSite, smallSite } from '../kernel/track/equality/small-site.ts';

const text = readProjectFile('docs/extending/comparison.md');
const blockOf = (language: string): string =>
  new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``).exec(text)?.[1] ?? '';

let site: SmallSite;
beforeAll(async () => {
  site = await smallSite();
});
afterAll(() => site.close());

test('the plug-in of docs/extending/comparison.md works as the page says', async () => {
  // Name and source are those of the site in this test.
  const file = blockOf('yaml').replace(/^(?:name|source):.*\n/gm, '');
  const visit = () => site.visitByFile(file, { 'compare-prices.mjs': blockOf('js') });
  const shop = (tea: string, words: string) => ({
    '/': '<p>Our shop</p><a href="/prices/">Prices</a>',
    '/prices/': `<h1>Prices ${words}</h1><p>Tea: € ${tea}</p><p>Cake: € 3.50</p>`,
  });
  site.serve(shop('20', 'of May'));
  await visit();
  site.serve(shop('20.10', 'of June'));
  expect(await visit()).toMatchObject({
    '/prices/': 'SAM the same according to compare-prices.mjs: no price moved by one per cent',
  });
  site.serve(shop('25', 'of July'));
  const said = /The reason of the page is then `(.*)`/.exec(text)?.[1];
  expect(await visit()).toMatchObject({ '/prices/': `UPD ${said}` });
  site.serve({ ...shop('25', ''), '/prices/': '<p>We are on holiday</p>' });
  expect(await visit()).toMatchObject({
    '/prices/':
      'ERR compare-prices.mjs could not compare /prices/: there is no price on the page (CRAWL_COMPARISON_FAILED)',
  });
});
