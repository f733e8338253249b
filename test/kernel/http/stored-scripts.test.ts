import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type LoopbackServer, listenOnLoopback } from '../../fixtures/servers/loopback-server.ts';
import { builtWeb } from '../../web/built-web.ts';
import { type Databases, startDatabases } from '../database/store-databases.ts';
import { browserForThisTest } from '../fetch/browser-for-this-test.ts';
import { endedRun, type StartedServer, startedServer } from './started-server.ts';

const page = `<!doctype html><title>A shop</title><link rel="stylesheet" href="/look.css"><script src="/shop.js"></script><p>Open.</p>`;
const files: Readonly<Record<string, readonly [string, string]>> = {
  '/': ['text/html', page],
  '/shop.js': ['text/javascript; charset=utf-8', 'document.title = "RAN"; self.postMessage?.("RAN");'],
  '/look.css': ['text/css', 'body { outline: 7px solid red }'],
};

let databases: Databases;
let site: LoopbackServer;
let server: StartedServer;
/** Addresses of the stored files, by their path on the site. */
let stored: Readonly<Record<string, string>>;
beforeAll(async () => {
  databases = await startDatabases('sqlite');
  site = await listenOnLoopback(
    createServer(({ url = '/' }, response) => {
      const [type, body] = files[url] ?? ['text/plain', ''];
      response.writeHead(url in files ? 200 : 404, { 'content-type': type }).end(body);
    }),
  );
  server = await startedServer(await databases.fresh(), {}, { webFolder: await builtWeb() });
  const file = `name: shop\nsource: ${site.origin}/\ncrawl: { assets: all }\n`;
  await server.post('/api/projects', { file });
  await server.post('/api/projects/shop/runs');
  await endedRun(server, 'shop', 1);
  const { items } = await server.json<{ items: { file: string; url: string }[] }>(
    '/api/projects/shop/pages?which=all',
  );
  stored = Object.fromEntries(
    items.map(({ file: id, url }) => [new URL(url).pathname, `/api/projects/shop/files/${id}`]),
  );
}, 120_000);
afterAll(async () => {
  await server.close();
  await site.close();
  await databases.stop();
});

describe('a stored script of a foreign site', () => {
  test.each(['/', '/api/'])('does not run in the page %s, nor does a style apply there', async (path) => {
    const browser = await browserForThisTest();
    const visitor = await browser.newVisitor();
    const [name = '', value = ''] = server.cookie.split('=');
    await visitor.addCookies([{ name, value, url: server.url }]);
    const shown = await visitor.newPage();
    const complaints: string[] = [];
    shown.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    await shown.goto(`${server.url}${path}`);
    // The page's own scripts and styles do run.
    await shown
      .getByText(path === '/' ? 'shop' : '/api/projects')
      .first()
      .waitFor();
    expect(complaints).toEqual([]);
    const tried = await shown.evaluate(`(async () => {
      const add = (element, about) => new Promise((done) => {
        Object.assign(element, about, { onload: () => done('loaded'), onerror: () => done('refused') });
        document.head.append(element);
      });
      const make = (tag) => document.createElement(tag);
      const script = ${JSON.stringify(stored['/shop.js'])}, style = ${JSON.stringify(stored['/look.css'])};
      const worker = () => new Promise((done) => {
        try {
          const made = new Worker(script);
          made.onmessage = () => done('loaded');
          made.onerror = () => done('refused');
        } catch { done('refused'); }
      });
      return [
        await add(make('script'), { src: script }),
        await add(make('script'), { src: script, type: 'module' }),
        await add(make('link'), { rel: 'stylesheet', href: style }),
        await import(script).then(() => 'loaded', () => 'refused'),
        await worker(),
      ];
    })()`);
    expect(tried).toEqual(Array(5).fill('refused'));
    expect(await shown.title()).not.toBe('RAN');
    expect(await shown.evaluate('getComputedStyle(document.body).outlineWidth')).not.toBe('7px');
  });

  test.each([
    'script',
    'style',
    'worker',
    'sharedworker',
    'serviceworker',
    'object',
    'embed',
    'manifest',
    'xslt',
  ])('is refused to a browser that wants it as %s', async (wanted) => {
    const answer = await server.ask(stored['/shop.js'] ?? '', { headers: { 'sec-fetch-dest': wanted } });
    expect([answer.status, await answer.json()]).toMatchObject([403, { code: 'API_NOT_ALLOWED' }]);
  });

  test('is text for whoever comes with a cookie, also where browsers do not say what they want it for', async () => {
    const typeOf = async (path: string, headers: Record<string, string>) =>
      (await fetch(`${server.url}${stored[path]}`, { headers })).headers.get('content-type');
    const { cookie } = server;
    expect(await typeOf('/shop.js', { cookie })).toBe('text/plain; charset=utf-8');
    expect(await typeOf('/look.css', { cookie })).toBe('text/plain');
    expect(await typeOf('/', { cookie })).toBe('text/html');
    // A program gets what the site sent.
    const authorization = `Bearer ${server.token}`;
    expect(await typeOf('/shop.js', { authorization })).toBe('text/javascript; charset=utf-8');
    expect(await typeOf('/look.css', { authorization })).toBe('text/css');
    for (const wanted of ['document', 'iframe', 'image', 'empty'])
      expect(
        (await fetch(`${server.url}${stored['/']}`, { headers: { cookie, 'sec-fetch-dest': wanted } }))
          .status,
      ).toBe(200);
  });
});
