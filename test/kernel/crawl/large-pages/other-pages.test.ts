import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { track } from '../../../../src/index.ts';
import { serveSite } from '../../../sites/plain/site-server.ts';
import { heavyPage } from './heavy-pages.ts';

const small = Array.from({ length: 30 }, (_, page) => `/page-${page}`);
const start = ['/heavy', ...small].map((path) => `<a href="${path}">${path}</a>`).join(' ');

/** In one piece, three or four of the small pages came first; in pieces all of them do. */
test('other pages are asked for, answered and judged while a large page is compared', async () => {
  const data = await mkdtemp(join(tmpdir(), 'tidemark-heavy-'));
  let visit = 1;
  /** Resolved once the whole large page was sent: only then are others answered. */
  let sent = Promise.withResolvers<unknown>();
  const server = await serveSite(async ({ target }, response) => {
    if (target === '/robots.txt') return void response.writeHead(404).end();
    response.setHeader('content-type', 'text/html');
    if (target === '/') return void response.end(`<title>Start</title><p>${start}</p>`);
    if (target === '/heavy') {
      sent.resolve(once(response, 'finish'));
      return void response.end(heavyPage('shuffled items', visit, 4_000_000));
    }
    await sent.promise;
    response.end(`<title>${target}</title><p>${target} at visit ${visit}</p>`);
  });
  try {
    const visitSite = async (): Promise<readonly string[]> => {
      const judged: string[] = [];
      sent = Promise.withResolvers();
      await track(`${server.origin}/`, {
        data,
        twin: false,
        // One request for the large page, and one for all others: these can only follow each other.
        concurrency: 2,
        onEvent: (event) => {
          if (event.event === 'page') judged.push(`${new URL(event.url).pathname} ${event.flag}`);
        },
      });
      return judged;
    };
    await visitSite();
    visit = 2;
    const judged = await visitSite();
    const before = judged.slice(0, judged.indexOf('/heavy UPD'));
    expect(judged).toHaveLength(32);
    expect(before.filter((page) => /^\/page-\d+ UPD$/.test(page)).length).toBeGreaterThan(15);
  } finally {
    await server.close();
    await rm(data, { recursive: true, force: true });
  }
});
