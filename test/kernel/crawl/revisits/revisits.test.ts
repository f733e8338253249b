import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { FlaggedVisit } from '../../../../src/crawl/tables/visit.ts';
import { openStore } from '../../../../src/database/open-store.ts';
import type { Store } from '../../../../src/database/store.ts';
import { type SiteServer, serveSite } from '../../../sites/plain/site-server.ts';
import { type Databases, startDatabases } from '../../database/store-databases.ts';
import { runSite } from '../runs/run-site.ts';

let databases: Databases;
let store: Store;
let server: SiteServer;
let pages: Map<string, string>;
/** Whether the site can answer that nothing changed. */
let hasValidators: boolean;
let requests: { readonly path: string; readonly status: number }[];

beforeAll(async () => {
  databases = await startDatabases('sqlite');
});
afterAll(() => databases.stop());

beforeEach(async () => {
  store = await openStore({ ...(await databases.fresh()), access: 'write' });
  hasValidators = true;
  requests = [];
  pages = new Map([
    ['/', '<title>Home</title><a href="/a">first</a> <a href="/b">second</a> <a href="/copy">copy</a>'],
    ['/a', '<title>A</title><p>The text of the first page.</p><a href="/deep">deeper</a>'],
    ['/b', '<title>B</title><p>The text of the second page.</p>'],
    ['/copy', '<title>B</title><p>The text of the second page.</p>'],
    ['/deep', '<title>Deep</title><p>Far down.</p>'],
  ]);
  server = await serveSite((request, response) => {
    const { target: path } = request;
    const body = pages.get(path);
    const etag = `"${body?.length}-${Buffer.from(body ?? '')
      .toString('base64')
      .slice(-12)}"`;
    const isKnown = hasValidators && request.headers['if-none-match'] === etag;
    const status = body === undefined ? 404 : isKnown ? 304 : 200;
    if (path !== '/robots.txt') requests.push({ path, status });
    response.writeHead(status, { 'content-type': 'text/html', ...(hasValidators && { etag }) });
    response.end(status === 200 ? body : undefined);
  });
});
afterEach(async () => {
  await store.close();
  await server.close();
});

async function track(
  more: Partial<Parameters<typeof runSite>[1]> = {},
): Promise<ReadonlyMap<string, FlaggedVisit>> {
  requests = [];
  await runSite(store, {
    project: 'site',
    url: `${server.origin}/`,
    settings: {},
    onEvent: () => undefined,
    signal: new AbortController().signal,
    ...more,
  });
  const run = await newestRun();
  const rows = await store.visits.flagged(run.id, { limit: 100 });
  return new Map(rows.map((row) => [new URL(row.url).pathname, row]));
}

async function newestRun() {
  const project = await store.projects.find('site');
  const run = project === null ? null : await store.runs.latest(project.id);
  if (run === null) throw new Error('there was no run');
  return run;
}

const flags = (rows: ReadonlyMap<string, FlaggedVisit>) =>
  Object.fromEntries([...rows].map(([path, { flag }]) => [path, flag]));

describe('a second visit', () => {
  test('asks only for what changed, and does not read a page that did not', async () => {
    await track();
    const rows = await track();
    expect(flags(rows)).toEqual({ '/': 'SAM', '/a': 'SAM', '/b': 'SAM', '/copy': 'SAM', '/deep': 'SAM' });
    const answers = Map.groupBy(requests, ({ status }) => status);
    expect(answers.get(304)).toHaveLength(5);
    // Of pages that the server calls not modified, a few are checked.
    expect(answers.get(200)?.length).toBeLessThanOrEqual(2);
    expect((await newestRun()).knownPages).toEqual({ due: 5, notDue: 0, aliases: 0, excluded: 0 });
  });

  test('without validators takes one request for each page, and two for one that changed', async () => {
    hasValidators = false;
    await track();
    pages.set('/b', '<title>B</title><p>The words of the second page.</p>');
    const rows = await track();
    expect(rows.get('/b')).toMatchObject({
      flag: 'UPD',
      reason: expect.stringContaining('1 paragraph changed'),
    });
    expect(requests).toHaveLength(6);
  });

  test('a page that nothing links to any longer is fetched before it gets a flag', async () => {
    await track();
    pages.set('/a', '<title>A</title><p>The text of the first page.</p>');
    pages.set('/deep', '<title>Deep</title><p>Still here, and other words.</p>');
    expect(flags(await track())).toMatchObject({ '/a': 'UPD', '/deep': 'UPD' });
    pages.delete('/deep');
    expect((await track()).get('/deep')).toMatchObject({ flag: 'MIS', reason: 'not found (404)' });
    pages.set('/deep', '<title>Deep</title><p>Still here, and other words.</p>');
    expect((await track()).get('/deep')).toMatchObject({
      flag: 'SAM',
      reason: expect.stringContaining('back after it was missing'),
    });
  });

  test('finds what was excluded before as soon as the depth allows it, even if no page changed', async () => {
    await track({ settings: { depth: 1 } });
    const rows = await track({ settings: { depth: 5 } });
    expect(rows.get('/deep')?.flag).toBe('NEW');
  });

  test('counts pages that the settings now exclude separately', async () => {
    await track();
    const rows = await track({ settings: { depth: 1 } });
    expect(rows.has('/deep')).toBe(false);
    expect((await newestRun()).knownPages).toEqual({ due: 4, notDue: 0, aliases: 0, excluded: 1 });
  });

  test('of what is due leaves out pages that were just seen not to change', async () => {
    await track();
    await track();
    const rows = await track({ onlyDue: true });
    expect(rows.size).toBe(0);
    expect((await newestRun()).knownPages).toMatchObject({ due: 0, notDue: 5 });
  });
});

describe('two addresses of one page (E3)', () => {
  const aliases = async () => store.aliases.list((await newestRun()).projectId);

  test('are found, trusted after a few visits, and then only one is requested', async () => {
    await track();
    expect(
      (await aliases()).map(({ url, ofUrl }) => [new URL(url).pathname, new URL(ofUrl).pathname]),
    ).toEqual([['/copy', '/b']]);
    for (let visit = 0; visit < 4; visit++) expect((await track()).get('/copy')?.flag).toBe('SAM');
    const rows = await track();
    expect(rows.has('/copy')).toBe(false);
    expect((await newestRun()).knownPages).toMatchObject({ due: 4, aliases: 1 });
    expect(requests.map(({ path }) => path)).not.toContain('/copy');
  });

  test('are separated when one of them changes', async () => {
    await track();
    pages.set('/copy', '<title>B</title><p>A page of its own by now.</p>');
    expect((await track()).get('/copy')?.flag).toBe('UPD');
    expect(await aliases()).toEqual([]);
  });

  test('are different pages when a picture differs, even if all words agree (E7)', async () => {
    pages.set('/copy', `${pages.get('/b')}<img src="/other.png">`);
    await track();
    expect(await aliases()).toEqual([]);
  });
});
