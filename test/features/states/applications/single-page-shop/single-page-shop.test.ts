import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { browserForThisTest } from '../../../../kernel/fetch/browser-for-this-test.ts';
import { type SinglePageShop, singlePageShop } from './single-page-shop.ts';

const paths = [
  '/',
  '/products',
  '/products/desk-lamp',
  '/products/oak-chair',
  '/products/kitchen-clock',
  '/products/blue-bowl',
  '/products/wool-blanket',
  '/delivery',
  '/about',
];

/** What visitors read at each path that is there, without clock and advert. */
async function contents(shop: SinglePageShop, page: Page): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const path of paths) {
    const response = await page.goto(`${shop.origin}${path}`);
    await page.locator('.offer a').waitFor();
    if (response?.status() !== 404) found.set(path, (await page.locator('main').textContent()) ?? '');
  }
  return found;
}

function flagBetween(old: string | undefined, now: string | undefined): string | undefined {
  if (old === undefined) return now === undefined ? undefined : 'NEW';
  if (now === undefined) return 'MIS';
  return old === now ? 'SAM' : 'UPD';
}

test('the flags of the shop are those of what its visitors read', async () => {
  const shop = await singlePageShop();
  onTestFinished(shop.close);
  const page = await (await (await browserForThisTest()).newVisitor()).newPage();
  let before: ReadonlyMap<string, string> = new Map();
  for (const visit of [1, 2, 3] as const) {
    const flags = shop.publish(visit);
    const now = await contents(shop, page);
    const seen = paths.map((path) => [path, flagBetween(before.get(path), now.get(path))] as const);
    expect(flags).toEqual(Object.fromEntries(seen.filter(([, flag]) => flag !== undefined)));
    before = now;
  }
});

test('links of the shop ask for no further page, and the advert changes', async () => {
  const shop = await singlePageShop({ gone: 200 });
  onTestFinished(shop.close);
  const page = await (await (await browserForThisTest()).newVisitor()).newPage();
  await page.goto(`${shop.origin}/products/no-such-thing`);
  await page.getByText('There is nothing at this address.').waitFor();
  const advert = page.locator('.offer p');
  const first = (await advert.textContent()) ?? '';
  shop.forget();
  await page.getByRole('link', { name: 'About us' }).click();
  await page.getByRole('heading', { name: 'About us' }).waitFor();
  await page.locator('.offer p', { hasNotText: first }).waitFor();
  expect(shop.pages()).toEqual(['/api/page/about', '/api/advert']);
});
