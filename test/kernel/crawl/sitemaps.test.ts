import { gzipSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import type { Store } from '../../../src/database/store.ts';
import { pagesOf, type SiteServer, serveSite } from '../../sites/plain/site-server.ts';
import { storeForEachTest } from '../database/store-for-each-test.ts';
import { crawl, keptPaths } from './crawl-scenario.ts';

let store: Store;
storeForEachTest('sqlite', (opened) => {
  store = opened;
});
let server: SiteServer;
afterEach(() => server.close());

const urlset = (...urls: readonly string[]) =>
  `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.map((url) => `<url><loc>${url}</loc></url>`).join('')}</urlset>`;

test.each([
  ['/sitemap.xml', 'application/xml', (urls: string[]) => Buffer.from(urlset(...urls))],
  ['/sitemap.xml.gz', 'application/gzip', (urls: string[]) => gzipSync(urlset(...urls))],
  ['/sitemap.xml.gz', 'application/octet-stream', (urls: string[]) => gzipSync(urlset(...urls))],
  ['/sitemap.txt', 'text/plain', (urls: string[]) => Buffer.from(urls.join('\n'))],
  ['/sitemap.txt.gz', 'application/x-gzip', (urls: string[]) => gzipSync(urls.join('\r\n'))],
])('pages that are only listed in %s (%s) are found', async (path, type, make) => {
  server = await serveSite(
    pagesOf({
      '/robots.txt': `Sitemap: ${path}\n`,
      '/': 'no links here',
      '/a': 'a',
      '/b': 'b',
      [path]: (response) => {
        response.writeHead(200, { 'content-type': type });
        response.end(make([`${server.origin}/a`, `${server.origin}/b`]));
      },
    }),
  );
  const outcome = await crawl({ store, url: `${server.origin}/` });
  expect(keptPaths(outcome)).toEqual(['/', '/a', '/b', path].sort());
  expect(outcome.ending).toMatchObject({ state: 'finished', errors: 0, queued: 0 });
});
