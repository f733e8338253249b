import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openStore } from '../../../src/database/open-store.ts';
import type { Store } from '../../../src/database/store.ts';
import { keptPaths } from '../../kernel/crawl/crawl-scenario.ts';
import { linkPage, pagesOf, type SiteServer, serveSite } from '../../sites/plain/site-server.ts';
import { runFile } from './run-file.ts';

let folder: string;
let store: Store;
let server: SiteServer;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tidemark-steps-'));
  store = await openStore({ kind: 'sqlite', folder, access: 'write' });
});
afterEach(async () => {
  await server.close();
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

test('two sub-trees of one site, and nothing between them (figure 3-13)', async () => {
  server = await serveSite(
    pagesOf({
      '/': linkPage('/intro/', '/public/', '/private/'),
      '/intro/': linkPage('/', '/intro/a', '/intro/b'),
      '/intro/a': linkPage('/public/doc1/', '/public/doc2/'),
      '/intro/b': linkPage('/intro/a', '/private/'),
      '/public/': linkPage('/public/doc1/', '/public/doc2/'),
      '/public/doc1/': linkPage('/intro/', '/public/doc1/x', '/public/doc2/'),
      '/public/doc1/x': linkPage('/public/doc1/y'),
      '/public/doc1/y': linkPage('/'),
      '/public/doc2/': linkPage('/'),
      '/private/': linkPage('/'),
    }),
  );
  const host = new URL(server.origin).host;
  const outcome = await runFile({
    store,
    file: `name: sub-trees
source: ${server.origin}/
steps:
  - { open: /intro/, scope: "${host}/intro/" }
  - { open: /public/doc1/, scope: "${host}/public/doc1/" }
`,
  });
  expect(keptPaths(outcome)).toEqual([
    '/intro/',
    '/intro/a',
    '/intro/b',
    '/public/doc1/',
    '/public/doc1/x',
    '/public/doc1/y',
  ]);
  expect(outcome.ending).toMatchObject({ state: 'finished', pages: 6 });
  expect(outcome.events.filter(({ event }) => event === 'ended')).toHaveLength(1);
});

/** Section 5.6: technology and finance, articles by number, "more" pages, and a search that leads to another host. */
const newsPages = (search: string): Readonly<Record<string, string>> => ({
  '/': linkPage('/technology/', '/finance/', '/sports/'),
  '/technology/': `${linkPage('/060525/195/t1.html', '/more.php?newsclass=technology', '/sports/', '/advert.php')}
    <form action="/search.php"><input name="p"><input type="hidden" name="c" value="all"></form>`,
  '/finance/': linkPage('/060525/2/f1.html', '/more.php?newsclass=finance', '/technology/'),
  '/more.php?newsclass=technology': linkPage('/060524/195/t2.html', '/060524/9/sport.htm'),
  '/more.php?newsclass=finance': linkPage('/060524/2/f2.html', '/more.php?newsclass=sports'),
  '/060525/195/t1.html': linkPage('/060523/195/t3.html', '/sports/'),
  '/060523/195/t3.html': linkPage('/060522/195/t4.html'),
  '/060522/195/t4.html': linkPage('/060521/195/t5.html'),
  '/060521/195/t5.html': linkPage(),
  '/060524/195/t2.html': linkPage(),
  '/060525/2/f1.html': linkPage(),
  '/060524/2/f2.html': linkPage(),
  '/search.php?p=Google&c=all': linkPage(`${search}/found?p=Google`),
  '/found?p=Google': linkPage('/060520/1/g1.html', '/advert.php'),
  '/060520/1/g1.html': linkPage(),
  '/sports/': linkPage('/060525/7/s1.html'),
});

test('technology and finance news: eight rules, two steps of depth 3, a search for a word (section 5.6)', async () => {
  let pages: Readonly<Record<string, string>> = {};
  server = await serveSite((request, response) => pagesOf(pages)(request, response));
  const { origin, port } = server;
  pages = newsPages(`http://localhost:${port}`);
  const file = `name: news
source: ${origin}/
preference: { depth: 3, sessionId: none }
crawl: { scope: ["127.0.0.1:${port}", "localhost:${port}"] }
rules:
  - default: deny
  - allow: ^${origin}/technology/
  - allow: ^${origin}/finance/
  - allow: ^http://[^/]+/[0-9]+/[0-9]+/[a-zA-Z0-9]+\\.html$
  - allow: more\\.php\\?newsclass=technology
  - allow: more\\.php\\?newsclass=finance
  - allow: ^${origin}/search\\.php
  - allow: ^http://localhost:${port}/found
forms:
  - find: { action: /search.php }
    fill: { p: Google }
steps:
  - open: /technology/
  - open: /finance/
`;
  const outcome = await runFile({ store, file });
  expect(keptPaths(outcome)).toEqual(
    [
      '/technology/',
      '/finance/',
      '/more.php?newsclass=technology',
      '/more.php?newsclass=finance',
      '/060525/195/t1.html',
      '/060524/195/t2.html',
      '/060523/195/t3.html',
      '/060522/195/t4.html',
      '/060525/2/f1.html',
      '/060524/2/f2.html',
      '/search.php?p=Google&c=all',
      '/found?p=Google',
      '/060520/1/g1.html',
    ].sort(),
  );
  const searches = server.pages().filter((target) => target.startsWith('/search.php'));
  // Any page may be requested twice, to see what differs between two fetches.
  expect(new Set(searches)).toEqual(new Set(['/search.php?p=Google&c=all']));
});

test('a page that an earlier step has visited still leads on', async () => {
  server = await serveSite(
    pagesOf({
      '/': linkPage('/list'),
      '/list': linkPage('/a', '/b'),
      '/a': linkPage(),
      '/b': linkPage(),
    }),
  );
  const outcome = await runFile({
    store,
    file: `name: twice
source: ${server.origin}/
steps:
  - { open: /, depth: 1 }
  - { open: /list, depth: 1, collect: { only: /a } }
`,
  });
  expect(keptPaths(outcome)).toEqual(['/', '/a', '/list']);
});

test('a page that several steps find counts once; limits apply to the whole run', async () => {
  server = await serveSite(
    pagesOf({
      '/a/': linkPage('/a/1', '/print/1', '/print/2'),
      '/a/1': linkPage('/print/1'),
      '/b/': linkPage('/b/1', '/b/2', '/print/1', '/print/2'),
      '/b/1': linkPage(),
      '/b/2': linkPage(),
    }),
  );
  const file = (pages: number) => `name: once
source: ${server.origin}/
rules: [{ deny: /print/ }]
steps: [{ open: /a/ }, { open: /b/ }]
limits: { pages: ${pages} }
`;
  const outcome = await runFile({ store, file: file(50) });
  expect(outcome.ending.rules).toMatchObject([{ rule: 1, keptOut: 2 }, { letIn: 3 }]);
  const paused = await runFile({ store, file: file(3) });
  expect(paused.ending).toMatchObject({ state: 'paused', reason: '3 pages requested', pages: 3 });
  const project = await store.projects.find('once');
  expect(await store.runs.latest(project?.id ?? 0)).toMatchObject({ pauseReason: '3 pages requested' });
  const next = await runFile({ store, file: file(2) });
  expect(next.ending).toMatchObject({ state: 'paused', reason: '2 pages requested', pages: 2 });
});

test('a project without steps starts at its source', async () => {
  server = await serveSite(
    pagesOf({
      '/': linkPage('/a', '/print/a'),
      '/a': linkPage('/b'),
      '/b': linkPage(),
      '/print/a': linkPage(),
    }),
  );
  const outcome = await runFile({
    store,
    file: `name: plain
source: ${server.origin}/
rules: [{ deny: /print/ }]
`,
  });
  expect(keptPaths(outcome)).toEqual(['/', '/a', '/b']);
  expect(outcome.ending.rules).toMatchObject([
    { rule: 1, keptOut: 1 },
    { rule: 'default', letIn: 2 },
  ]);
});
