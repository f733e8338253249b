import { afterEach, describe, expect, test } from 'vitest';
import type { Store } from '../../../src/database/store.ts';
import { pagesOf, type SiteServer, serveSite } from '../../sites/plain/site-server.ts';
import { databaseKinds } from '../database/store-databases.ts';
import { storeForEachTest } from '../database/store-for-each-test.ts';
import { crawl, leftOutCount } from './crawl-scenario.ts';

const ADDRESSES = 3000;

describe.each(databaseKinds)('a site map with more addresses than may wait, on %s', (kind) => {
  let store: Store;
  storeForEachTest(kind, (opened) => {
    store = opened;
  });
  let server: SiteServer;
  afterEach(() => server.close());

  /** Pages that link to each other, and a site map of addresses that are different at each visit. */
  async function serve() {
    let visit = 0;
    const own = Object.fromEntries(
      Array.from({ length: 30 }, (_, n) => [`/page-${n}`, `Page ${n}. <a href="/page-${n + 1}">next</a>`]),
    );
    server = await serveSite(
      pagesOf({
        ...own,
        '/robots.txt': 'Sitemap: /sitemap.txt\n',
        '/': 'Here it begins. <a href="/page-0">pages</a>',
        '/sitemap.txt': (response) => {
          visit++;
          const made = Array.from({ length: ADDRESSES }, (_, n) => `${server.origin}/made-${visit}-${n}`);
          response.writeHead(200, { 'content-type': 'text/plain' });
          response.end(made.join('\n'));
        },
      }),
    );
  }

  test('leaves the others out, says so once, and visits every page of earlier runs again', async () => {
    await serve();
    const settings = { maxFrontier: 20, attempts: 1 };
    // Without the site map at first: all own pages are known then.
    const first = await crawl({
      store,
      url: `${server.origin}/`,
      settings: { ...settings, ignoreRobots: true },
    });
    expect(first.ending).toMatchObject({ state: 'finished', pages: 31, queued: 0 });
    const stored = async () => {
      const project = await store.projects.find('site');
      return (await store.pages.known(project?.id ?? 0, { after: 0, limit: 100_000 })).length;
    };
    const before = await stored();
    const second = await crawl({ store, url: null, settings: { ...settings, ignoreRobots: false } });
    expect(second.ending).toMatchObject({ state: 'finished', queued: 0 });
    const flags = second.visits.filter(({ url }) => !/made-|sitemap/.test(url)).map(({ flag }) => flag);
    expect(flags.filter((flag) => flag === 'SAM')).toHaveLength(31);
    expect(second.visits.filter(({ flag }) => flag === 'MIS')).toEqual([]);
    // The known pages take no room, so as many new addresses may wait beside them.
    expect((await stored()) - before).toBeLessThanOrEqual(20 + 32 + 1);
    const left = leftOutCount(second, 'frontier is full');
    expect(left).toBeGreaterThan(ADDRESSES - 60);
    const { notices } = second.ending as unknown as { notices: readonly string[] };
    expect(notices.filter((notice) => notice.includes('the frontier is full at 20 addresses'))).toEqual([
      expect.stringMatching(new RegExp(`^${left} links to new addresses were left out`)),
    ]);
  });

  test('a run that is interrupted goes on within the same room', async () => {
    await serve();
    const stopping = new AbortController();
    const settings = { maxFrontier: 20, attempts: 1 };
    const onEvent = ({ event }: { readonly event: string }) => {
      if (event === 'page') stopping.abort();
    };
    const paused = await crawl({
      store,
      url: `${server.origin}/`,
      settings,
      onEvent,
      signal: stopping.signal,
    });
    expect(paused.ending).toMatchObject({ state: 'paused' });
    const ended = await crawl({ store, url: null, settings });
    expect(ended.ending).toMatchObject({ state: 'finished', queued: 0 });
    expect(ended.visits.length).toBeLessThan(120);
  });
});
