import { expect, test } from 'vitest';
import type { CrawlEvent } from '../../../../src/crawl/engine/crawl-event.ts';
import { linkPage } from '../../../sites/plain/site-server.ts';
import { runSite } from './run-site.ts';
import { siteForThisTest, storeForThisTest } from './site-for-this-test.ts';

const retryDelays = { firstDelay: 1, longestDelay: 5 };

/** Visits a site whose page /weak breaks off its answers so often; gives the events of trying again. */
async function visitWeakSite(failures: number, attempts: number) {
  let left = failures;
  const server = await siteForThisTest(({ target }, response) => {
    if (target === '/weak' && left-- > 0) {
      response.writeHead(200, { 'content-type': 'text/html', 'content-length': '1000' });
      response.write('<title>cut off', () => response.destroy());
      return;
    }
    response.writeHead(target === '/robots.txt' ? 404 : 200, { 'content-type': 'text/html' });
    response.end(target === '/' ? linkPage('/weak') : '<title>a page</title><p>Here I am.</p>');
  });
  const store = await storeForThisTest();
  const events: CrawlEvent[] = [];
  const ending = await runSite(store, {
    project: 'weak',
    url: `${server.origin}/`,
    settings: { attempts, twin: false },
    retryDelays,
    onEvent: (event) => events.push(event),
  });
  const retries = events.filter((event) => event.event === 'retry');
  const asked = server.pages().filter((target) => target === '/weak').length;
  return { ending, asked, retries: retries.map(({ attempt, inMs }) => [attempt, inMs]) };
}

test('a page that fails is tried again, after a wait that doubles up to the longest', async () => {
  const { ending, asked, retries } = await visitWeakSite(4, 5);
  expect(retries).toEqual([
    [2, 1],
    [3, 2],
    [4, 4],
    [5, 5],
  ]);
  expect(asked).toBe(5);
  expect(ending).toMatchObject({ state: 'finished', pages: 2, errors: 0 });
});

test('a page that fails every time is an error after as many tries as the settings allow', async () => {
  const { ending, asked, retries } = await visitWeakSite(9, 3);
  expect(retries).toHaveLength(2);
  expect(asked).toBe(3);
  expect(ending).toMatchObject({ state: 'finished', pages: 1, errors: 1 });
});
