import { afterEach, expect, test } from 'vitest';
import { Dice } from '../../../../src/base/index.ts';
import type { Store } from '../../../../src/database/store.ts';
import { linkPage, type SiteServer, serveSite } from '../../../sites/plain/site-server.ts';
import { storeForEachTest } from '../../database/store-for-each-test.ts';
import { crawl, keptPaths } from '../crawl-scenario.ts';

let store: Store;
storeForEachTest('sqlite', (opened) => {
  store = opened;
});
let server: SiteServer;
afterEach(() => server.close());

const settings = { twin: true };
const track = () => crawl({ store, url: `${server.origin}/`, settings });

test('an address that never was a page is asked for again while a page links to it, and no longer', async () => {
  const answers: Record<string, string> = {
    '/': linkPage('/a', '/b'),
    '/a': `${linkPage('/early', '/late', '/moved')}<p>First.</p>`,
    '/b': linkPage('/other'),
  };
  server = await serveSite(({ target }, response) => {
    if (target === '/moved') response.writeHead(302, { location: 'https://elsewhere.example/' }).end();
    else if (answers[target] === undefined) response.writeHead(404).end();
    else response.writeHead(200, { 'content-type': 'text/html' }).end(answers[target]);
  });
  await track();
  server.forget();
  await track();
  expect(server.pages()).toEqual(expect.arrayContaining(['/early', '/late', '/moved', '/other']));
  answers['/a'] = `${linkPage('/late')}<p>Second.</p>`;
  answers['/late'] = '<p>Here at last.</p>';
  server.forget();
  const third = await track();
  expect(server.pages()).toContain('/other');
  expect(server.pages()).not.toContain('/early');
  expect(server.pages()).not.toContain('/moved');
  expect(keptPaths(third)).toContain('/late');
});

test('every eighth visit asks for all of them', async () => {
  let home = linkPage('/gone');
  server = await serveSite(({ target }, response) => {
    response
      .writeHead(target === '/' ? 200 : 404, { 'content-type': 'text/html' })
      .end(target === '/' ? home : '');
  });
  await track();
  home = linkPage('/nothing');
  const visitsWithGone: number[] = [];
  for (let visit = 2; visit <= 8; visit++) {
    server.forget();
    await track();
    if (server.pages().includes('/gone')) visitsWithGone.push(visit);
  }
  expect(visitsWithGone).toEqual([8]);
});

test('on a site with session ids, an advert that redirects is not asked for twice', async () => {
  const dice = new Dice(3);
  const code = (length: number) => Array.from({ length }, () => dice.below(16).toString(16)).join('');
  const names = Array.from({ length: 20 }, (_, n) => `/page-${'abcdefghijklmnopqrst'.charAt(n)}`);
  server = await serveSite(({ target, headers }, response) => {
    const { pathname, searchParams } = new URL(target, 'http://x');
    if (pathname === '/click') {
      response.writeHead(302, { location: 'https://shop.example/boats' }).end();
      return;
    }
    if (pathname !== '/' && !names.includes(pathname)) {
      response.writeHead(404).end();
      return;
    }
    const own = searchParams.get('tms') ?? code(24);
    expect(headers.host).toBeDefined();
    const menu = names.map((name) => `<a href="${name}?tms=${own}">${name}</a>`).join(' ');
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(
      `<title>${pathname}</title>${menu}<h1>About ${pathname}</h1><a href="/click?tms=${own}&amp;to=${code(12)}">Boats</a>`,
    );
  });
  const clicks = () => server.pages().filter((target) => target.startsWith('/click')).length;
  const first = await track();
  expect(keptPaths(first)).toHaveLength(21);
  expect(clicks()).toBeLessThan(14);
  for (let visit = 2; visit <= 3; visit++) {
    server.forget();
    expect(keptPaths(await track())).toEqual(keptPaths(first));
    expect(clicks()).toBe(0);
  }
});
