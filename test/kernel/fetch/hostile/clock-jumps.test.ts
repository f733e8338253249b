import { afterEach, expect, test, vi } from 'vitest';
import { linkPage } from '../../../sites/plain/site-server.ts';
import { runSite } from '../../crawl/runs/run-site.ts';
import { siteForThisTest, storeForThisTest } from '../../crawl/runs/site-for-this-test.ts';

afterEach(() => {
  vi.useRealTimers();
});

const HOUR = 3_600_000;

test.each([
  ['forward', HOUR],
  ['back', -HOUR],
])('a clock that is put %s by an hour during a run does not hold it up', async (_, jump) => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  const paths = Array.from({ length: 8 }, (_value, i) => `/${i}`);
  let requests = 0;
  const site = await siteForThisTest(({ target }, response) => {
    if (++requests === 4) vi.setSystemTime(Date.now() + jump);
    response.writeHead(target === '/robots.txt' ? 404 : 200, { 'content-type': 'text/html' });
    response.end(target === '/' ? linkPage(...paths) : `<p>Page ${target}</p>`);
  });
  const store = await storeForThisTest();
  const ending = await runSite(store, {
    project: 'jumps',
    url: `${site.origin}/`,
    settings: { delay: 20, maxTime: 1800 },
  });
  expect(ending).toMatchObject({ state: 'finished', pages: 9, errors: 0 });
  expect(ending.ms).toBeLessThan(HOUR / 2);
});
