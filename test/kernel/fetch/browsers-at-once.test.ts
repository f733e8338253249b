import { expect, onTestFinished, test } from 'vitest';
import { browserPlaces } from '../../../src/fetch/browser/browser-places.ts';
import { PageRenderer } from '../../../src/fetch/browser/page-renderer.ts';
import { type FetchResult, HttpSession, openBrowser } from '../../../src/fetch/index.ts';
import { fetchInThisTest } from '../../fixtures/servers/for-this-test.ts';
import { loopbackEgress } from '../../fixtures/servers/loopback-egress.ts';
import { pagesOf, serveSite } from '../../sites/plain/site-server.ts';

const options = {
  egress: loopbackEgress(),
  program: '',
  path: process.env['PATH'] ?? '',
  userAgent: 'tests',
  timeoutMs: 60_000,
  maxBytes: 1_000_000,
};

function rendererOfThisTest(most?: number): PageRenderer {
  const renderer = new PageRenderer({ ...options, ...(most !== undefined && { most }) });
  onTestFinished(() => renderer.close());
  return renderer;
}

async function page(): Promise<FetchResult> {
  const site = await serveSite(pagesOf({ '/': '<p id=p></p><script>p.append("low water")</script>' }));
  onTestFinished(() => site.close());
  return fetchInThisTest(site);
}

const session = new HttpSession();

test('pages that come at the same time share one browser, and closing it leaves none', async () => {
  const renderer = rendererOfThisTest();
  const answer = await page();
  const shown = await Promise.all([1, 2, 3].map(() => renderer.render(answer, { session })));
  expect(shown.map(({ html }) => html.includes('low water'))).toEqual([true, true, true]);
  expect(browserPlaces.held).toBe(1);
  await renderer.close();
  await expect.poll(() => browserPlaces.held).toBe(0);
});

test('runs beyond the limit of browsers wait for their turn, and none of them fails', {
  timeout: 300_000,
}, async () => {
  const answer = await page();
  const runs = Array.from({ length: 3 }, () => rendererOfThisTest(1));
  const held: number[] = [];
  const shown = await Promise.all(
    runs.map(async (each) => {
      await each.open();
      const { html } = await each.render(answer, { session });
      held.push(browserPlaces.held);
      return html.includes('low water');
    }),
  );
  expect(shown).toEqual([true, true, true]);
  expect(Math.max(...held)).toBe(1);
});

test('a browser that does not start takes no place', async () => {
  const wrong = openBrowser({ ...options, program: process.execPath, most: 1 });
  await expect(wrong).rejects.toMatchObject({ code: 'FETCH_BROWSER_FAILED' });
  expect(browserPlaces.held).toBe(0);
});
