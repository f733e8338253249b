import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { addProject } from '../../../../src/crawl/projects/add-project.ts';
import { openStore } from '../../../../src/database/open-store.ts';
import type { Store } from '../../../../src/database/store.ts';
import { linkPage, type SiteServer, serveSite } from '../../../sites/plain/site-server.ts';
import { runSite, type SiteRun } from './run-site.ts';

let folder: string;
let store: Store;
let server: SiteServer;
let pages: Map<string, string>;
let asked: string[];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tidemark-again-'));
  store = await openStore({ kind: 'sqlite', folder, access: 'write', thread: false });
  pages = new Map([
    ['/', linkPage('/news/', '/shop/')],
    ['/news/', linkPage('/news/1', '/news/2', '/shop/')],
    ['/news/1', `<title>1</title><p>First news.</p>${linkPage('/news/deep')}`],
    ['/news/2', '<title>2</title><p>Second news.</p>'],
    ['/news/deep', `<title>deep</title><p>Far down.</p>${linkPage('/news/deeper')}`],
    ['/news/deeper', '<title>deeper</title><p>Too far down for one step.</p>'],
    ['/shop/', linkPage('/shop/lamp')],
    ['/shop/lamp', '<title>Lamp</title><p>34.90</p>'],
  ]);
  server = await serveSite(({ target, headers }, response) => {
    const body = pages.get(target);
    const etag = `"${body?.length}"`;
    const status = body === undefined ? 404 : headers['if-none-match'] === etag ? 304 : 200;
    if (target !== '/robots.txt') asked.push(`${status} ${target}`);
    response.writeHead(status, { 'content-type': 'text/html', ...(status !== 404 && { etag }) });
    response.end(status === 200 ? body : undefined);
  });
});
afterEach(async () => {
  await server.close();
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

async function visit(more: Partial<SiteRun> = {}): Promise<Readonly<Record<string, string>>> {
  const { host, origin } = new URL(server.origin);
  const text = `name: two
source: ${origin}/
steps:
  - { open: /news/, depth: 2, scope: "${host}/news/" }
  - { open: /shop/, depth: 1, scope: "${host}/shop/" }
`;
  await addProject(store, { text, fileName: 'two.yaml', folder: '.' });
  asked = [];
  await runSite(store, { project: 'two', url: null, ...more });
  const [run] = await store.runs.list(1);
  const rows = await store.visits.flagged(run?.id ?? 0, { limit: 100 });
  return Object.fromEntries(rows.map(({ url, flag }) => [new URL(url).pathname, flag]));
}

test('a project with steps asks conditionally, and follows the links of pages that did not change', async () => {
  const first = await visit();
  expect(Object.keys(first)).toEqual(['/news/', '/news/1', '/news/2', '/news/deep', '/shop/', '/shop/lamp']);
  pages.set(
    '/news/deep',
    `<title>deep</title><p>Far down, and new.</p>${linkPage('/news/deeper', '/shop/rug')}`,
  );
  pages.set('/shop/', linkPage('/shop/lamp', '/shop/rug'));
  pages.set('/shop/rug', '<title>Rug</title><p>120.00</p>');
  pages.delete('/news/2');
  expect(await visit()).toEqual({
    '/news/': 'SAM',
    '/news/1': 'SAM',
    '/news/2': 'MIS',
    '/news/deep': 'UPD',
    '/shop/': 'UPD',
    '/shop/lamp': 'SAM',
    '/shop/rug': 'NEW',
  });
  expect(asked).toContain('304 /news/1');
  expect(asked).toContain('304 /shop/lamp');
  // Each step has its own depth, also on pages that are known already.
  expect(asked.join()).not.toContain('/news/deeper');
});

test('a page that no step leads to any more is fetched before it is judged', async () => {
  await visit();
  pages.set('/news/', linkPage('/news/1'));
  expect(await visit()).toMatchObject({ '/news/': 'UPD', '/news/2': 'SAM' });
  expect(asked).toContain('304 /news/2');
});

test('pages that are not due are left alone in every step', async () => {
  await visit();
  await visit();
  expect(await visit({ onlyDue: true })).toEqual({});
  const [run] = await store.runs.list(1);
  expect(run?.knownPages).toEqual({ due: 0, notDue: 6, aliases: 0, excluded: 0 });
  // The way into a step is taken all the same: that is how a step finds what is new.
  expect(asked).toEqual(['200 /news/', '200 /shop/']);
});

test('what the steps no longer ask for is counted apart', async () => {
  await visit();
  const { origin } = server;
  const text = `name: two\nsource: ${origin}/\nsteps: [{ open: /shop/, scope: "${new URL(origin).host}/shop/" }]\n`;
  await addProject(store, { text, fileName: 'two.yaml', folder: '.' });
  await runSite(store, { project: 'two', url: null });
  const [run] = await store.runs.list(1);
  expect(run?.knownPages).toEqual({ due: 2, notDue: 0, aliases: 0, excluded: 4 });
});
