import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openStore } from '../../../src/database/open-store.ts';
import { shortOrLong } from '../../fixtures/short-or-long.ts';
import { type CompleteSite, completeSite } from '../../sites/plain/complete-site.ts';
import type { Surroundings } from '../../sites/plain/site-parts.ts';
import { type Answering, type SiteServer, serveSite } from '../../sites/plain/site-server.ts';
import { withoutSession } from '../../sites/plain/spellings.ts';
import { objectsOf, runTidemark } from '../cli/run-tidemark.ts';
import { type Databases, startDatabases } from '../database/store-databases.ts';
import { crawl } from './crawl-scenario.ts';

let server: SiteServer;

/** Serves a complete site under its own port. The host has letters, so that it has more than one spelling. */
async function serveComplete(size: number, assets: Surroundings['assets'] = 'none'): Promise<CompleteSite> {
  let answering: Answering = () => undefined;
  server = await serveSite((request, response) => answering(request, response));
  const place = { origin: `http://localhost:${server.port}`, elsewhere: server.origin, assets };
  const site = completeSite('complete', size, place);
  answering = site.answering;
  return site;
}

/** How often the server was asked for each address, not counting session ids. */
function asked(): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const target of server.pages().map(withoutSession)) counts.set(target, (counts.get(target) ?? 0) + 1);
  return counts;
}

/** Compares as sorted lists: a difference is then a few lines, not two maps of 5,000. */
function expectSame(found: ReadonlyMap<string, unknown>, truth: ReadonlyMap<string, unknown>): void {
  const missing = [...truth].filter(([key, value]) => found.get(key) !== value);
  const wrong = [...found].filter(([key, value]) => truth.get(key) !== value);
  expect({ missing, wrong }).toEqual({ missing: [], wrong: [] });
}

afterEach(() => server.close());

describe('a complete crawl', () => {
  let databases: Databases;

  beforeAll(async () => {
    databases = await startDatabases('sqlite');
  });
  afterAll(() => databases.stop());

  const size = shortOrLong(1500, 5000);

  test(`keeps exactly the ${size} pages of a site with every kind of link, each asked for once`, async () => {
    const site = await serveComplete(size);
    const store = await openStore({ ...(await databases.freshStore()), access: 'write' });
    const { ending, kept } = await crawl({ store, url: site.start, settings: { concurrency: 8 } });
    await store.close();
    expectSame(kept, site.kept);
    expectSame(asked(), site.asked);
    expect(ending).toMatchObject({ state: 'finished', pages: size, inFlight: 0 });
    expect(server.mostAtOnce()).toBeLessThanOrEqual(8);
  });

  test('one request at a time finds the same', async () => {
    const site = await serveComplete(300);
    const store = await openStore({ ...(await databases.freshStore()), access: 'write' });
    const { kept } = await crawl({ store, url: site.start });
    await store.close();
    expectSame(kept, site.kept);
    expectSame(asked(), site.asked);
    expect(server.mostAtOnce()).toBe(1);
  });

  test.each(['images', 'all'] as const)('with --assets %s also what pages embed', async (assets) => {
    const site = await serveComplete(300, assets);
    const store = await openStore({ ...(await databases.freshStore()), access: 'write' });
    const { kept } = await crawl({ store, url: site.start, settings: { concurrency: 8, assets } });
    await store.close();
    expectSame(kept, site.kept);
    expectSame(asked(), site.asked);
  });
});

describe('a complete crawl on PostgreSQL', () => {
  let databases: Databases;

  beforeAll(async () => {
    databases = await startDatabases('postgres');
  });
  afterAll(() => databases.stop());

  test('finds the same', async () => {
    const site = await serveComplete(500);
    const store = await openStore({ ...(await databases.freshStore()), access: 'write' });
    const { kept } = await crawl({ store, url: site.start, settings: { concurrency: 8 } });
    await store.close();
    expectSame(kept, site.kept);
    expectSame(asked(), site.asked);
  });
});

test('the command line finds the same through a proxy, where the site has its default port', async () => {
  const place = { origin: 'http://site.test', elsewhere: 'http://other.test', assets: 'none' } as const;
  const site = completeSite('complete', 400, place);
  server = await serveSite(site.answering);
  const data = await mkdtemp(join(tmpdir(), 'tidemark-crawl-'));
  try {
    const options = ['--proxy', server.origin, '--concurrency', '8', '--no-twin', '--data', data];
    const crawled = await runTidemark(['crawl', site.start, ...options]);
    expect(crawled).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/^Finished\. 400 pages/) });
    const listed = objectsOf(await runTidemark(['ls', 'site.test', '--json', '--data', data]));
    const kept = (listed as { identity: string; sha256: string }[]).map(
      ({ identity, sha256 }) => [identity, sha256] as const,
    );
    expectSame(new Map(kept), site.kept);
    expectSame(asked(), site.asked);
  } finally {
    await rm(data, { recursive: true, force: true });
  }
});
