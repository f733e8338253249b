import type { ServerResponse } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { linkPage, type SiteServer, serveSite } from '../../../sites/plain/site-server.ts';
import { runSite } from './run-site.ts';
import { siteForThisTest, storeForThisTest } from './site-for-this-test.ts';

test('forty hosts that do not answer keep no other host from being visited', async () => {
  /** The answers that the silent hosts owe. They hang up when the healthy host has been visited. */
  const owed: ServerResponse[] = [];
  let isOver = false;
  const silent: SiteServer[] = [];
  for (let i = 0; i < 40; i++) {
    const host = await serveSite((_, response) => {
      if (isOver) response.destroy();
      else owed.push(response);
    });
    onTestFinished(() => host.close());
    silent.push(host);
  }
  const pages = Array.from({ length: 25 }, (_, i) => `/page-${i}`);
  let left = pages.length;
  const healthy = await siteForThisTest(({ target }, response) => {
    response.writeHead(target === '/robots.txt' ? 404 : 200, { 'content-type': 'text/html' });
    response.end(target === '/' ? linkPage(...silent.map(({ origin }) => `${origin}/`), ...pages) : target);
    if (!target.startsWith('/page-') || --left > 0) return;
    isOver = true;
    for (const answer of owed) answer.destroy();
  });
  const ending = await runSite(await storeForThisTest(), {
    project: 'many',
    url: `${healthy.origin}/`,
    settings: {
      twin: false,
      ignoreRobots: true,
      attempts: 1,
      scope: [healthy, ...silent].map(({ origin }) => `${origin}/`),
    },
  });
  expect(ending).toMatchObject({ state: 'finished', pages: 26, errors: 40 });
});
