import { afterEach, describe, expect, test } from 'vitest';
import type { Store } from '../../../src/database/store.ts';
import { linkPage, pagesOf, type SiteServer, serveSite } from '../../sites/plain/site-server.ts';
import { storeForEachTest } from '../database/store-for-each-test.ts';
import { crawl, keptPaths, leftOutCount } from './crawl-scenario.ts';

let store: Store;
storeForEachTest('sqlite', (opened) => {
  store = opened;
});
let server: SiteServer;
afterEach(() => server.close());

const numbers = Array.from({ length: 20 }, (_, number) => `/${number}`);
const twenty = { '/': linkPage(...numbers), ...Object.fromEntries(numbers.map((path) => [path, path])) };

/** Milliseconds between the starts of requests for pages, as the server saw them. */
function gaps(): readonly number[] {
  const times = server.requests.filter(({ target }) => target !== '/robots.txt').map(({ at }) => at);
  return times.slice(1).map((at, index) => at - (times[index] ?? 0));
}

const sum = (list: readonly number[]): number => list.reduce((total, each) => total + each, 0);

describe('one host', () => {
  test('gets one request at a time when the user says nothing', async () => {
    server = await serveSite(pagesOf(twenty));
    const outcome = await crawl({ store, url: `${server.origin}/` });
    expect(outcome.ending.pages).toBe(21);
    expect(server.mostAtOnce()).toBe(1);
  });

  test('gets as many requests at once as the user allows, and no more', async () => {
    // Answers wait until four requests have arrived.
    const waiting: (() => void)[] = [];
    const page = pagesOf(twenty);
    server = await serveSite((request, response) => {
      if (!/^\/\d/.test(request.target)) return page(request, response);
      waiting.push(() => page(request, response));
      if (waiting.length === 4) for (const answer of waiting.splice(0)) answer();
    });
    const { ending } = await crawl({ store, url: `${server.origin}/`, settings: { concurrency: 4 } });
    expect(ending.pages).toBe(21);
    expect(server.mostAtOnce()).toBe(4);
  });

  test('gets the delay of the user between two requests', async () => {
    server = await serveSite(pagesOf(twenty));
    const settings = { delay: 40, concurrency: 8, depth: 1 };
    await crawl({ store, url: `${server.origin}/`, settings });
    expect(gaps()).toHaveLength(20);
    // A slow machine may see the first request late, but not by 200 ms. Without a delay the whole crawl takes less than that.
    expect(sum(gaps())).toBeGreaterThan(20 * 40 - 200);
  });

  test('gets the crawl-delay that its robots.txt asks for, even with a shorter --delay', async () => {
    server = await serveSite(
      pagesOf({
        ...twenty,
        '/': linkPage('/1', '/2', '/3'),
        '/robots.txt': 'User-agent: *\nCrawl-delay: 0.2',
      }),
    );
    await crawl({ store, url: `${server.origin}/`, settings: { delay: 1, concurrency: 8 } });
    expect(gaps()).toHaveLength(3);
    expect(sum(gaps())).toBeGreaterThan(3 * 200 - 200);
  });
});

describe('an overloaded host', () => {
  test.each([429, 503])(
    'that answers %i with Retry-After is left alone for that long, then asked again',
    async (status) => {
      const times: number[] = [];
      server = await serveSite(
        pagesOf({
          '/': linkPage('/a', '/b'),
          '/b': 'b',
          '/a': (response) => {
            times.push(performance.now());
            if (times.length === 1) {
              response.writeHead(status, { 'retry-after': '2' });
              response.end('not now');
            } else response.end('<p>here you are');
          },
        }),
      );
      const outcome = await crawl({ store, url: `${server.origin}/` });
      expect(keptPaths(outcome)).toEqual(['/', '/a', '/b']);
      expect(outcome.ending).toMatchObject({ state: 'finished', errors: 0 });
      const refusedAt = server.requests.findIndex(({ target }) => target === '/a');
      const next = server.requests[refusedAt + 1];
      expect((next?.at ?? 0) - (server.requests[refusedAt]?.at ?? 0)).toBeGreaterThan(1900);
      expect(outcome.events).toContainEqual(expect.objectContaining({ event: 'retry', attempt: 2 }));
    },
  );

  test('is given up for a page after the number of attempts in the settings, with a typed error', async () => {
    server = await serveSite(
      pagesOf({
        '/': linkPage('/a'),
        '/a': (response) => {
          response.writeHead(503);
          response.end();
        },
      }),
    );
    const outcome = await crawl({ store, url: `${server.origin}/`, settings: { attempts: 1 } });
    expect(outcome.visits.find(({ url }) => url.endsWith('/a'))).toMatchObject({
      outcome: 'error',
      errorCode: 'CRAWL_OVERLOADED',
      sha256: null,
    });
  });
});

describe('robots.txt', () => {
  const site = { '/': linkPage('/open', '/closed/1'), '/open': 'open', '/closed/1': 'closed' };

  test('closes what it closes', async () => {
    server = await serveSite(pagesOf({ ...site, '/robots.txt': 'User-agent: tidemark\nDisallow: /closed' }));
    const outcome = await crawl({ store, url: `${server.origin}/` });
    expect(keptPaths(outcome)).toEqual(['/', '/open']);
    expect(server.pages()).toEqual(['/', '/open']);
    expect(leftOutCount(outcome, 'robots.txt')).toBe(1);
  });

  test('that answers 500 closes everything', async () => {
    const robots = (response: Parameters<Parameters<typeof serveSite>[0]>[1]) => {
      response.writeHead(500);
      response.end();
    };
    server = await serveSite(pagesOf({ ...site, '/robots.txt': robots }));
    const outcome = await crawl({ store, url: `${server.origin}/`, settings: { attempts: 1 } });
    expect(server.pages()).toEqual([]);
    expect(keptPaths(outcome)).toEqual([]);
    expect(outcome.visits).toMatchObject([
      {
        outcome: 'error',
        errorCode: 'CRAWL_ROBOTS_UNREACHABLE',
        errorMessage: expect.stringContaining('500'),
      },
    ]);
  });

  test('that does not exist closes nothing', async () => {
    server = await serveSite(pagesOf(site));
    expect(keptPaths(await crawl({ store, url: `${server.origin}/` }))).toEqual(['/', '/closed/1', '/open']);
    expect(server.requests.filter(({ target }) => target === '/robots.txt')).toHaveLength(1);
  });

  test('that is really an HTML page closes nothing', async () => {
    server = await serveSite(
      pagesOf({ ...site, '/robots.txt': '<!doctype html>\n<h1>Welcome</h1>\n<p>Disallow us nothing' }),
    );
    expect(keptPaths(await crawl({ store, url: `${server.origin}/` }))).toEqual(['/', '/closed/1', '/open']);
  });

  test('of 100 MB is read up to 500 KiB: what it says up to there counts, and the rest is not fetched', async () => {
    const line = Buffer.from(`# ${'x'.repeat(1021)}\n`);
    let sent = 0;
    server = await serveSite(
      pagesOf({
        ...site,
        '/robots.txt': (response) => {
          response.writeHead(200, { 'content-type': 'text/plain' });
          response.write('User-agent: *\nDisallow: /closed\n');
          const pour = () => {
            while (sent < 100 * 1024 * 1024 && !response.destroyed) {
              sent += line.length;
              if (!response.write(line)) return;
            }
            response.end('Disallow: /open\n');
          };
          response.on('drain', pour);
          pour();
        },
      }),
    );
    expect(keptPaths(await crawl({ store, url: `${server.origin}/` }))).toEqual(['/', '/open']);
    // The kernels' buffers come on top of what was read.
    expect(sent).toBeLessThan(32 * 1024 * 1024);
  });

  test('is not requested when the user ignores it', async () => {
    server = await serveSite(pagesOf({ ...site, '/robots.txt': 'User-agent: *\nDisallow: /' }));
    const outcome = await crawl({ store, url: `${server.origin}/`, settings: { ignoreRobots: true } });
    expect(keptPaths(outcome)).toEqual(['/', '/closed/1', '/open']);
    expect(server.requests.map(({ target }) => target)).not.toContain('/robots.txt');
  });
});
