import { afterEach, expect, test } from 'vitest';
import type { Store } from '../../../src/database/store.ts';
import { linkPage, type SiteServer, serveSite } from '../../sites/plain/site-server.ts';
import { storeForEachTest } from '../database/store-for-each-test.ts';
import { crawl } from './crawl-scenario.ts';

let store: Store;
storeForEachTest('sqlite', (opened) => {
  store = opened;
});
let server: SiteServer;
afterEach(() => server.close());

const links = Array.from({ length: 500 }, (_, n) => `/link-${n}`);

async function serve(status: number, robots = ''): Promise<void> {
  server = await serveSite(({ target }, response) => {
    if (target === '/robots.txt') return response.end(robots);
    const isStart = target === '/';
    response.writeHead(isStart ? 200 : status, { 'content-type': 'text/html', location: `${target}x` });
    return response.end(isStart ? linkPage(...links) : '');
  });
}

const limited = { maxPages: 40, twin: false, attempts: 1, scope: [] };

test.each([404, 403, 500])('pages that answer %i count for the limit of pages', async (status) => {
  await serve(status);
  const { ending } = await crawl({ store, url: `${server.origin}/`, settings: limited });
  expect(ending).toMatchObject({ state: 'paused', reason: '40 pages requested', pages: 1, errors: 39 });
  expect(server.pages()).toHaveLength(40);
});

test('pages that wait for a retry count for the limit of pages', async () => {
  server = await serveSite(({ target }, response) => {
    if (target === '/robots.txt') return response.end('');
    return target === '/' ? response.end(linkPage(...links)) : response.destroy();
  });
  const settings = { ...limited, attempts: 3 };
  const { ending } = await crawl({ store, url: `${server.origin}/`, settings });
  expect(ending).toMatchObject({ state: 'paused', reason: '40 pages requested', pages: 1, errors: 39 });
  expect(new Set(server.pages()).size).toBe(40);
  // Three attempts each, and a connection that was closed while idle is tried once more.
  expect(server.pages().length).toBeLessThan(6 * 40);
});

test('redirects do not count as pages, but there are no more of them', async () => {
  await serve(302);
  const { ending } = await crawl({ store, url: `${server.origin}/`, settings: limited });
  expect(ending).toMatchObject({ state: 'paused', reason: '40 redirects' });
  expect(server.pages().length).toBeLessThan(80);
});

test('site maps have a limit of their own, and take nothing from the pages', async () => {
  const named = Array.from({ length: 2000 }, (_, n) => `Sitemap: /map-${n}.xml`);
  await serve(404, named.join('\n'));
  const { ending } = await crawl({ store, url: `${server.origin}/`, settings: limited });
  expect(ending).toMatchObject({ state: 'paused', reason: '40 pages requested' });
  const maps = server.pages().filter((path) => path.startsWith('/map-'));
  expect(maps).toHaveLength(100);
  expect(server.pages()).toHaveLength(140);
});
