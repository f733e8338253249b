import { createServer } from 'node:http';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { browserForThisTest } from '../browser/browser-for-this-test.ts';
import type { Place } from '../databases/store-databases.ts';
import { placeForEachTest } from '../databases/store-for-each-test.ts';
import { type LoopbackServer, listenOnLoopback } from '../servers/loopback-server.ts';
import { endedRun, type StartedServer, startedServer } from './started-server.ts';

let place: Place;
let server: StartedServer;
let site: LoopbackServer;
/** What the hostile pages got a browser to ask for. */
const reached: string[] = [];
placeForEachTest('sqlite', (fresh) => {
  place = fresh;
});

/** Every way in which a page makes a browser do something. */
const attack = (target: string) => `<script>fetch('${target}script')</script>
  <img src="${target}image" onerror="fetch('${target}onerror')"><iframe src="${target}frame"></iframe>
  <svg onload="fetch('${target}svg')"></svg><body onload="fetch('${target}body')">
  <form id="f" action="${target}form"></form><script>document.getElementById('f').submit()</script>
  <meta http-equiv="refresh" content="0; url=${target}refresh"><link rel="stylesheet" href="${target}style">
  <style>@import url('${target}import'); p { background: url('${target}background') }</style>
  <object data="${target}object"></object><embed src="${target}embed"><p>told</p>
  <base href="${target}"><a href="javascript:fetch('${target}link')" id="a">link</a>`;

beforeEach(async () => {
  reached.length = 0;
  const pages: Readonly<Record<string, readonly [string, () => string]>> = {
    '/': ['text/html', () => `<a href="/page">a</a><a href="/drawing">b</a><a href="/odd">c</a>`],
    '/page': ['text/html', () => `<!doctype html><title>A page</title>${attack(`${site.origin}/got/`)}`],
    '/drawing': [
      'image/svg+xml',
      () =>
        `<svg xmlns="http://www.w3.org/2000/svg"><script>fetch('${site.origin}/got/drawing')</script><text y="20">told</text></svg>`,
    ],
    '/odd': ['text/plain', () => `<!doctype html>told<script>fetch('${site.origin}/got/sniffed')</script>`],
  };
  site = await listenOnLoopback(
    createServer((request, response) => {
      const path = request.url ?? '/';
      if (path.startsWith('/got/')) reached.push(path);
      const [type, body] = pages[path] ?? ['text/plain', () => ''];
      response.writeHead(path in pages ? 200 : 404, { 'content-type': type }).end(body());
    }),
  );
  server = await startedServer(place);
});
afterEach(async () => {
  await server.close();
  await site.close();
});

test('a stored page that is opened in a browser shows its text, and does nothing', async () => {
  await server.post('/api/projects', { url: `${site.origin}/`, name: 'hostile' });
  await server.post('/api/projects/hostile/runs');
  expect(await endedRun(server, 'hostile', 1)).toBe('finished');
  reached.length = 0;
  const { items } = await server.json<{ items: { file: string; url: string }[] }>(
    '/api/projects/hostile/pages?limit=100',
  );
  const browser = await browserForThisTest();
  const visitor = await browser.newVisitor({ extraHTTPHeaders: { authorization: `Bearer ${server.token}` } });
  const page = await visitor.newPage();
  for (const name of ['page', 'drawing', 'odd']) {
    const { file } = items.find(({ url }) => url === `${site.origin}/${name}`) ?? {};
    for (const part of [`files/${file}`, `pages/${file}/text`, `pages/${file}/explain`]) {
      const address = `${server.url}/api/projects/hostile/${part}`;
      const answer = await page.goto(address);
      expect([answer?.status(), page.url()], part).toEqual([200, address]);
      if (part.startsWith('files')) expect(await page.content(), part).toContain('told');
    }
  }
  await page.goto(`${server.url}/healthz`);
  expect(reached).toEqual([]);
});
