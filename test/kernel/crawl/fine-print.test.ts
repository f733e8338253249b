import { afterEach, describe, expect, test } from 'vitest';
import type { Store } from '../../../src/database/store.ts';
import { linkPage, pagesOf, type SiteServer, serveSite } from '../../sites/plain/site-server.ts';
import { storeForEachTest } from '../database/store-for-each-test.ts';
import { crawl, keptPaths } from './crawl-scenario.ts';

let store: Store;
storeForEachTest('sqlite', (opened) => {
  store = opened;
});
let server: SiteServer;
afterEach(() => server.close());

describe('links', () => {
  test('of an old page are asked for in its charset', async () => {
    server = await serveSite(
      pagesOf({
        '/': (response) => {
          response.writeHead(200, { 'content-type': 'text/html; charset=windows-1252' });
          response.end(Buffer.from('<a href="/find?q=größe">', 'latin1'));
        },
        '/find?q=gr%F6%DFe': 'found',
      }),
    );
    expect(keptPaths(await crawl({ store, url: `${server.origin}/` }))).toEqual(['/', '/find?q=gr%F6%DFe']);
  });

  test('are relative to the page when its base is not an address', async () => {
    server = await serveSite(pagesOf({ '/': '<base href="data:text/html,x"><a href="/a">', '/a': 'a' }));
    expect(keptPaths(await crawl({ store, url: `${server.origin}/` }))).toEqual(['/', '/a']);
  });

  test('that contain a log-in lead to the page without it', async () => {
    server = await serveSite((request, response) => {
      const { host } = new URL(server.origin);
      pagesOf({ '/': linkPage(`http://user:secret@${host}/a`, '/a'), '/a': 'a' })(request, response);
    });
    const outcome = await crawl({ store, url: `${server.origin}/` });
    expect(keptPaths(outcome)).toEqual(['/', '/a']);
    expect(server.pages()).toEqual(['/', '/a']);
    expect(JSON.stringify(outcome.visits)).not.toContain('secret');
  });

  test('of two megabytes are left out without filling the report', async () => {
    server = await serveSite(pagesOf({ '/': linkPage(`http://[${'x'.repeat(2_000_000)}`) }));
    const { leftOut } = await crawl({ store, url: `${server.origin}/` });
    expect(leftOut[0]?.reason).toBe('not a URL');
    expect(leftOut[0]?.exampleUrl.length).toBeLessThan(300);
  });
});

describe('an answer', () => {
  test.each([204, 205, 206])('with status %i has no content', async (status) => {
    server = await serveSite(
      pagesOf({
        '/': linkPage('/a'),
        '/a': (response) => {
          response.writeHead(status, status === 206 ? { 'content-range': 'bytes 0-1/5' } : {});
          response.end(status === 206 ? 'ab' : undefined);
        },
      }),
    );
    const outcome = await crawl({ store, url: `${server.origin}/` });
    expect(keptPaths(outcome)).toEqual(['/']);
    expect(outcome.ending.errors).toBe(1);
  });
});

describe('a crawl', () => {
  test('that has nothing left to do does not wait for its host', async () => {
    server = await serveSite(
      pagesOf({
        '/': linkPage('/a'),
        '/a': (response) => {
          response.writeHead(503, { 'retry-after': '3600' });
          response.end();
        },
      }),
    );
    const { ending } = await crawl({ store, url: `${server.origin}/`, settings: { attempts: 1 } });
    expect(ending).toMatchObject({ state: 'finished', pages: 1, errors: 1 });
  });

  test('asks for robots.txt again when the first answer broke off', async () => {
    let asked = 0;
    server = await serveSite(
      pagesOf({
        '/robots.txt': (response) => {
          if (++asked <= 2)
            response.socket?.destroy(); // the fetcher itself asks once more on a fresh connection
          else response.writeHead(404).end();
        },
        '/': 'here',
      }),
    );
    expect(keptPaths(await crawl({ store, url: `${server.origin}/` }))).toEqual(['/']);
  });

  test('stops at exactly the number of pages in its settings', async () => {
    const paths = Array.from({ length: 40 }, (_, n) => `/${n}`);
    server = await serveSite(
      pagesOf({ '/': linkPage(...paths), ...Object.fromEntries(paths.map((path) => [path, path])) }),
    );
    const { ending } = await crawl({
      store,
      url: `${server.origin}/`,
      settings: { maxPages: 10, concurrency: 8 },
    });
    expect(ending).toMatchObject({ state: 'paused', pages: 10 });
  });

  test('that was refused because of a setting keeps nothing of it', async () => {
    server = await serveSite(pagesOf({ '/': 'here' }));
    const url = `${server.origin}/`;
    await expect(crawl({ store, url, settings: { scope: ['http://'] } })).rejects.toThrow(/scope|http/);
    await expect(crawl({ store, url, settings: { proxy: 'ftp://x' } })).rejects.toMatchObject({
      code: 'APP_PROXY_INVALID',
    });
    expect((await crawl({ store, url })).ending.pages).toBe(1);
  });

  test('that is interrupted while a page is in trouble tries that page again later', async () => {
    const stopping = new AbortController();
    let asked = 0;
    server = await serveSite(
      pagesOf({
        '/': linkPage('/a'),
        '/a': (response) => {
          asked++;
          if (asked > 1) return void response.end('a');
          stopping.abort();
          response.writeHead(503).end();
        },
      }),
    );
    const url = `${server.origin}/`;
    expect((await crawl({ store, url, signal: stopping.signal })).ending.state).toBe('paused');
    expect(keptPaths(await crawl({ store, url }))).toEqual(['/', '/a']);
  });
});
