import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import type { Store } from '../../../src/database/store.ts';
import { linkPage, pagesOf, type SiteServer, serveSite } from '../../sites/plain/site-server.ts';
import { randomOf } from '../../sites/session-sites/random.ts';
import { storeForEachTest } from '../database/store-for-each-test.ts';
import { crawl, keptPaths } from './crawl-scenario.ts';

let store: Store;
storeForEachTest('sqlite', (opened) => {
  store = opened;
});
let server: SiteServer;
afterEach(() => server.close());

const html = (response: ServerResponse, body: string | Buffer, type = 'text/html') => {
  response.writeHead(200, { 'content-type': type });
  response.end(body);
};

test('a body that is cut short is an error and never content', async () => {
  const cutAfterLength = (response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'text/html', 'content-length': '1000' });
    response.write(linkPage('/from-half-a-page'), () => response.destroy());
  };
  const cutInChunks = (response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.write(linkPage('/from-half-a-page'), () => response.destroy());
  };
  server = await serveSite(
    pagesOf({
      '/': linkPage('/length', '/chunks', '/whole'),
      '/length': cutAfterLength,
      '/chunks': cutInChunks,
      '/whole': 'whole',
    }),
  );
  const outcome = await crawl({ store, url: `${server.origin}/`, settings: { attempts: 1 } });
  expect(keptPaths(outcome)).toEqual(['/', '/whole']);
  for (const path of ['/length', '/chunks']) {
    expect(outcome.visits.find(({ url }) => url.endsWith(path))).toMatchObject({
      outcome: 'error',
      errorCode: expect.stringMatching(/^FETCH_(?:INCOMPLETE|CLOSED)$/),
      sha256: null,
    });
  }
  expect(server.pages()).not.toContain('/from-half-a-page');
});

test('a body that is cut short once is fetched again and kept whole', async () => {
  let asked = 0;
  server = await serveSite(
    pagesOf({
      '/': (response) => {
        if (++asked > 1) return html(response, linkPage('/next'));
        response.writeHead(200, { 'content-type': 'text/html', 'content-length': '1000' });
        return response.write('<p>half', () => response.destroy());
      },
      '/next': 'next',
    }),
  );
  expect(keptPaths(await crawl({ store, url: `${server.origin}/` }))).toEqual(['/', '/next']);
});

test('a page that lies about its charset is kept byte for byte, and its plain links are followed', async () => {
  const bytes = Buffer.concat([Buffer.from(linkPage('/next')), Buffer.from('ff80c3', 'hex')]);
  server = await serveSite(
    pagesOf({
      '/': (response) => html(response, bytes, 'text/html; charset=utf-8'),
      '/next': (response) => html(response, linkPage('/last'), 'text/html; charset=no-such-charset'),
      '/last': (response) => html(response, Buffer.from('größe', 'latin1'), 'text/html; charset=shift_jis'),
    }),
  );
  const outcome = await crawl({ store, url: `${server.origin}/` });
  expect(keptPaths(outcome)).toEqual(['/', '/last', '/next']);
  const sha256 = Buffer.from(outcome.kept.get(`${server.origin}/`) ?? '', 'hex');
  expect(Buffer.from(await store.contents.read(sha256))).toEqual(bytes);
});

test('100,000 nested tags are a page like any other', async () => {
  server = await serveSite(
    pagesOf({
      '/': `${'<div>'.repeat(100_000)}<a href="/next">x</a>${'</div>'.repeat(100_000)}`,
      '/next': 'next',
    }),
  );
  expect(keptPaths(await crawl({ store, url: `${server.origin}/` }))).toEqual(['/', '/next']);
});

test('of 120,000 links on a page 100,000 wait in the frontier, and the others are counted', async () => {
  const links = Array.from({ length: 120_000 }, (_, number) => `<a href=/page/${number}>`);
  server = await serveSite(pagesOf({ '/': links.join('') }));
  const outcome = await crawl({ store, url: `${server.origin}/`, settings: { maxPages: 1 } });
  expect(outcome.ending).toMatchObject({ state: 'paused', pages: 1 });
  const waiting = await store.frontier.count(1);
  expect([waiting > 99_900, waiting <= 100_000]).toEqual([true, true]);
  expect(outcome.events).toContainEqual(expect.objectContaining({ event: 'page', links: 100_000 }));
});

test('of a robots.txt of 500 MB the beginning is read, and obeyed', async () => {
  const line = Buffer.from(`# ${'tide '.repeat(13_000)}\n`);
  let sent = 0;
  const more = (response: ServerResponse): void => {
    while (sent < 500_000_000 && !response.destroyed) {
      sent += line.length;
      if (!response.write(line)) return void response.once('drain', () => more(response));
    }
    response.end();
  };
  server = await serveSite(
    pagesOf({
      '/robots.txt': (response) => {
        response.writeHead(200, { 'content-type': 'text/plain' });
        response.write('User-agent: *\nDisallow: /closed\n');
        more(response);
      },
      '/': '<a href="/closed">closed</a><a href="/open">open</a>',
      '/open': 'open',
      '/closed': 'closed',
    }),
  );
  expect(keptPaths(await crawl({ store, url: `${server.origin}/` }))).toEqual(['/', '/open']);
  // What does not fit between the two is on its way.
  expect(sent).toBeLessThan(50_000_000);
});

test('a sitemap that unpacks to more than allowed lists nothing, and neither does the next one inside of itself', async () => {
  const listing = Buffer.from('<urlset><url><loc>/hidden</loc></url></urlset>');
  const bomb = gzipSync(Buffer.concat([listing, Buffer.alloc(60_000_000, ' ')]));
  server = await serveSite(
    pagesOf({
      '/robots.txt': 'Sitemap: /bomb.xml.gz\nSitemap: /twice.xml.gz\nSitemap: /good.xml.gz\n',
      '/': 'no links here',
      '/bomb.xml.gz': (response) => response.end(bomb),
      '/twice.xml.gz': (response) => response.end(gzipSync(bomb)),
      '/good.xml.gz': (response) =>
        response.end(gzipSync(`<urlset><url><loc>${server.origin}/found</loc></url></urlset>`)),
      '/found': 'found',
      '/hidden': 'hidden',
    }),
  );
  const outcome = await crawl({ store, url: `${server.origin}/` });
  expect(outcome.ending.state).toBe('finished');
  expect(keptPaths(outcome)).toContain('/found');
  expect(keptPaths(outcome)).not.toContain('/hidden');
});

test('sitemaps that name another one without end come to an end', async () => {
  server = await serveSite(({ target }, response) => {
    const number = Number(/^\/sitemap-(\d+)\.xml$/.exec(target)?.[1] ?? '0');
    if (target === '/robots.txt') response.end('Sitemap: /sitemap-1.xml\n');
    else if (number > 0)
      response
        .writeHead(200, { 'content-type': 'application/xml' })
        .end(
          `<sitemapindex><sitemap><loc>${server.origin}/sitemap-${number + 1}.xml</loc></sitemap></sitemapindex>`,
        );
    else html(response, 'no links here');
  });
  const outcome = await crawl({ store, url: `${server.origin}/`, settings: { maxPages: 2000 } });
  expect(outcome.ending).toMatchObject({ state: 'finished' });
  expect(server.requests.length).toBeLessThan(500);
});

test('a server that closes connections at random points: the crawl finishes, and every failure has a code', async () => {
  const random = randomOf('closing');
  server = await serveSite(({ target, headers }, response) => {
    const number = Number(target.slice(1));
    if (target === '/robots.txt') return response.writeHead(404).end();
    const socket = response.socket;
    if (number === 0 || headers.host === undefined) return html(response, linkPage(...links(0)));
    const body = linkPage(...links(number));
    switch (random.below(9)) {
      case 0:
        return socket?.destroy();
      case 1:
        return socket?.end('HTTP/1.1 200 OK\r\nContent-Ty');
      case 2:
        return socket?.end(
          `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, random.below(body.length))}`,
        );
      case 3:
        return socket?.end(
          `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body.slice(0, 20)}`,
        );
      default:
        return html(response, body);
    }
  });
  const outcome = await crawl({
    store,
    url: `${server.origin}/0`,
    settings: { concurrency: 8, attempts: 1 },
  });
  expect(outcome.ending.state).toBe('finished');
  const bad = outcome.visits.filter(({ outcome: how }) => how === 'error');
  expect(bad.length).toBeGreaterThan(10);
  expect(
    bad.filter(({ errorCode }) => !/^FETCH_(?:CLOSED|INCOMPLETE|PROTOCOL|REFUSED)$/.test(errorCode ?? '')),
  ).toEqual([]);
  expect(bad.filter(({ sha256 }) => sha256 !== null)).toEqual([]);
  // Every page that a kept page links to was visited once.
  expect(outcome.visits).toHaveLength(new Set(outcome.visits.map(({ url }) => url)).size);
  const visited = new Set(outcome.visits.map(({ url }) => new URL(url).pathname));
  for (const path of keptPaths(outcome)) {
    for (const link of links(Number(path.slice(1)))) expect(visited).toContain(link);
  }
});

/** A tree of 200 pages in which each page is linked from three others. */
function links(number: number): readonly string[] {
  return [number * 3 + 1, number * 3 + 2, number * 3 + 3, (number * 7) % 200, (number + 50) % 200]
    .filter((target) => target < 200)
    .map((target) => `/${target}`);
}
