import { afterEach, expect, test } from 'vitest';
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

test('a calendar without end ends after 30 years', async () => {
  const page = (target: string) => {
    const [, year = 2020, month = 1] = /year=(\d+)&month=(\d+)/.exec(target)?.map(Number) ?? [];
    const at = year * 12 + month - 1;
    const link = (months: number) =>
      `/calendar?year=${Math.floor(months / 12)}&amp;month=${(months % 12) + 1}`;
    return linkPage(link(at + 1), link(at - 1), link(at + 12), link(at - 12));
  };
  server = await serveSite(({ target }, response) => response.end(page(target)));
  const settings = { concurrency: 8, ignoreRobots: true };
  const outcome = await crawl({ store, url: `${server.origin}/calendar?year=2026&month=5`, settings });
  expect(outcome.ending.state).toBe('finished');
  const years = new Set(keptPaths(outcome).map((path) => /year=(\d+)/.exec(path)?.[1]));
  expect(years.size).toBe(30);
  expect(outcome.kept.size).toBe(30 * 12);
  expect(leftOutCount(outcome, 'endless calendar')).toBeGreaterThan(0);
});

test('a page that links to a folder below itself for ever ends because its path repeats', async () => {
  server = await serveSite((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(linkPage('a/', 'b/'));
  });
  const outcome = await crawl({
    store,
    url: `${server.origin}/`,
    settings: { ignoreRobots: true, depth: 8, concurrency: 8 },
  });
  expect(outcome.ending.state).toBe('finished');
  expect(keptPaths(outcome)).toContain('/a/a/a/');
  expect(keptPaths(outcome).filter((path) => /(a\/){4}|(b\/){4}|(a\/b\/){3}/.test(path))).toEqual([]);
  expect(leftOutCount(outcome, 'path repeats itself')).toBeGreaterThan(0);
  expect(leftOutCount(outcome, 'too deep')).toBeGreaterThan(0);
});

test('URLs that grow without end are stopped by their length', async () => {
  server = await serveSite(({ target }, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(linkPage(`${target}${target.includes('?') ? '' : '?'}${'state'.repeat(50)}`));
  });
  const outcome = await crawl({ store, url: `${server.origin}/`, settings: { ignoreRobots: true } });
  expect(outcome.kept.size).toBe(9);
  expect(leftOutCount(outcome, 'URL too long')).toBe(1);
});

test('a chain of pages ends at the depth in the settings', async () => {
  server = await serveSite(({ target }, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(linkPage(`/${Number(target.slice(1)) + 1}`));
  });
  const outcome = await crawl({
    store,
    url: `${server.origin}/0`,
    settings: { ignoreRobots: true, depth: 12 },
  });
  expect(outcome.kept.size).toBe(13);
  expect(leftOutCount(outcome, 'too deep')).toBe(1);
});

test('redirects in a circle end after one request each; one that leads to itself is an error', async () => {
  const to = (location: string) => (response: Parameters<Parameters<typeof serveSite>[0]>[1]) => {
    response.writeHead(302, { location });
    response.end();
  };
  server = await serveSite(
    pagesOf({
      '/': linkPage('/a', '/self'),
      '/a': to('/b'),
      '/b': to('/c'),
      '/c': to('/a'),
      '/self': to('/self'),
    }),
  );
  const outcome = await crawl({ store, url: `${server.origin}/` });
  expect(keptPaths(outcome)).toEqual(['/']);
  expect([...server.pages()].sort().filter((path) => path !== '/self')).toEqual(['/', '/a', '/b', '/c']);
  expect(outcome.visits.find(({ url }) => url.endsWith('/self'))).toMatchObject({
    outcome: 'error',
    errorCode: 'FETCH_REDIRECT_LOOP',
  });
});

test('as many redirects are followed one after the other as browsers follow', async () => {
  server = await serveSite(({ target }, response) => {
    const isFollowed = /^\/(?:endless|long)x*$/.test(target) && target !== `/long${'x'.repeat(20)}`;
    if (isFollowed) response.writeHead(302, { location: `${target}x` });
    else response.writeHead(target === '/robots.txt' ? 404 : 200, { 'content-type': 'text/html' });
    response.end(target === '/' ? linkPage('/endless', '/long') : '<h1>The end</h1>');
  });
  await crawl({ store, url: `${server.origin}/` });
  expect(server.pages().filter((path) => path.startsWith('/endless'))).toHaveLength(21);
  const outcome = await crawl({ store, url: `${server.origin}/` });
  expect(server.pages().filter((path) => path.startsWith('/endless'))).toHaveLength(42);
  expect(keptPaths(outcome)).toEqual(['/', `/long${'x'.repeat(20)}`]);
  expect(outcome.visits.find(({ url }) => url.endsWith(`/endless${'x'.repeat(20)}`))).toMatchObject({
    outcome: 'error',
    errorCode: 'FETCH_REDIRECT_LIMIT',
    errorMessage: 'more than 20 redirects one after the other',
  });
});

test('a crawl pauses at its page limit, and resumes from there', async () => {
  server = await serveSite(({ target }, response) => {
    const number = Number(target.slice(1));
    if (number > 30) response.statusCode = 404;
    response.setHeader('content-type', 'text/html');
    response.end(linkPage(`/${number * 2 + 1}`, `/${number * 2 + 2}`));
  });
  const start = { store, url: `${server.origin}/0`, settings: { ignoreRobots: true, maxPages: 10 } };
  const first = await crawl(start);
  expect(first.ending).toMatchObject({ state: 'paused', pages: 10, reason: '10 pages requested' });
  expect(first.kept.size).toBe(10);
  const second = await crawl({ store, url: null, settings: { maxPages: null } });
  expect(second.events[0]).toMatchObject({ event: 'started', resumed: true, run: 1 });
  expect(second.ending).toMatchObject({ state: 'finished', pages: 21 });
  expect(second.kept.size).toBe(31);
  expect(server.pages()).toHaveLength(new Set(server.pages()).size);
});
