import { describe, expect, test } from 'vitest';
import type { CrawlEvent } from '../../../../src/crawl/engine/crawl-event.ts';
import { linkPage } from '../../../sites/plain/site-server.ts';
import { runSite } from './run-site.ts';
import { siteForThisTest, storeForThisTest } from './site-for-this-test.ts';

const day = 24 * 60 * 60_000;

/** A site that has two pages, until it asks to be left alone. */
async function overloadedSite(retryAfter: () => string | null) {
  return siteForThisTest(({ target }, response) => {
    const asks = target === '/page' ? retryAfter() : null;
    if (asks !== null) {
      response.writeHead(429, { 'retry-after': asks }).end('not now');
      return;
    }
    response.writeHead(target === '/robots.txt' ? 404 : 200, { 'content-type': 'text/html' });
    response.end(target === '/' ? linkPage('/page') : '<title>a page</title><p>Here I am.</p>');
  });
}

describe('a site that asks for a long wait', () => {
  test.each([
    ['500', 500_000],
    [new Date(Date.now() + 400 * day).toUTCString(), day],
    ['1000000000000000000', day],
  ])('pauses the run: Retry-After %s', async (asked, wait) => {
    const server = await overloadedSite(() => asked);
    const store = await storeForThisTest();
    const events: CrawlEvent[] = [];
    const before = Date.now();
    const ending = await runSite(store, {
      project: 'busy',
      url: `${server.origin}/`,
      settings: { twin: false },
      onEvent: (event) => events.push(event),
    });
    const { host } = new URL(server.origin);
    expect(ending).toMatchObject({ state: 'paused', pages: 1, errors: 0, queued: 1 });
    expect(ending.reason).toMatch(
      new RegExp(`^${host} asks us to wait until \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d UTC \\(Retry-After\\)$`),
    );
    const resumeAt = ending.resumeAt ?? 0;
    expect(resumeAt).toBeGreaterThanOrEqual(before + wait);
    expect(resumeAt).toBeLessThan(Date.now() + wait + 1);
    expect(events).toContainEqual({ event: 'waiting', host, until: new Date(resumeAt).toISOString() });
    const project = await store.projects.find('busy');
    const run = await store.runs.latest(project?.id ?? 0);
    expect(run).toMatchObject({ state: 'paused', pauseReason: ending.reason, resumeAt });
  });

  test('is visited to the end when the run is started again later', async () => {
    let isBusy = true;
    const server = await overloadedSite(() => (isBusy ? '500' : null));
    const store = await storeForThisTest();
    const run = { project: 'busy', url: `${server.origin}/`, settings: { twin: false } };
    expect(await runSite(store, run)).toMatchObject({ state: 'paused' });
    isBusy = false;
    expect(await runSite(store, run)).toMatchObject({
      state: 'finished',
      pages: 1,
      errors: 0,
      resumeAt: null,
    });
    const project = await store.projects.find('busy');
    expect(await store.runs.latest(project?.id ?? 0)).toMatchObject({ state: 'finished', resumeAt: null });
  });

  test('is waited for when the settings allow it', async () => {
    let answers = 0;
    const server = await overloadedSite(() => (answers++ === 0 ? '1' : null));
    const store = await storeForThisTest();
    const ending = await runSite(store, {
      project: 'busy',
      url: `${server.origin}/`,
      settings: { twin: false, maxWait: 60 },
    });
    expect(ending).toMatchObject({ state: 'finished', pages: 2, resumeAt: null });
  });

  test('does not pause the run while other sites have pages left', async () => {
    const other = await siteForThisTest(({ target }, response) => {
      response.writeHead(target === '/robots.txt' ? 404 : 200, { 'content-type': 'text/html' });
      response.end(target === '/' ? linkPage('/a', '/b') : '<p>Here I am.</p>');
    });
    const server = await siteForThisTest(({ target }, response) => {
      if (target === '/busy') {
        response.writeHead(503, { 'retry-after': '86400' }).end();
        return;
      }
      response.writeHead(target === '/robots.txt' ? 404 : 200, { 'content-type': 'text/html' });
      response.end(linkPage('/busy', '/later', `${other.origin}/`));
    });
    const store = await storeForThisTest();
    const ending = await runSite(store, {
      project: 'busy',
      url: `${server.origin}/`,
      settings: { twin: false, scope: [`${server.origin}/`, `${other.origin}/`] },
    });
    expect(other.pages().toSorted()).toEqual(['/', '/a', '/b']);
    expect(ending).toMatchObject({ state: 'paused', pages: 4, queued: 2 });
  });
});

test('a listener that throws does not end the run, and the run says so at its end', async () => {
  const server = await overloadedSite(() => null);
  const store = await storeForThisTest();
  const ending = await runSite(store, {
    project: 'watched',
    url: `${server.origin}/`,
    settings: { twin: false },
    onEvent: () => {
      throw new Error('the watcher is broken');
    },
  });
  expect(ending).toMatchObject({ state: 'finished', pages: 2 });
  expect(ending.notices).toContain('A program that watched this run failed: the watcher is broken');
});
