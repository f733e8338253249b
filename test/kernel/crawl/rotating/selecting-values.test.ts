import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { Dice } from '../../../../src/base/index.ts';
import type { Store } from '../../../../src/database/store.ts';
import { type SiteServer, serveSite } from '../../../sites/plain/site-server.ts';
import { storeForEachTest } from '../../database/store-for-each-test.ts';
import { crawl, keptPaths } from '../crawl-scenario.ts';

let store: Store;
storeForEachTest('sqlite', (opened) => {
  store = opened;
});
let server: SiteServer;
afterEach(() => server.close());

const track = () => crawl({ store, url: `${server.origin}/`, settings: { twin: true, concurrency: 4 } });

/** A site of numbered lists; `items` says which items a list shows at this moment. */
function listSite(items: (list: number) => readonly string[], show: (target: string) => string) {
  return ({ target }: { target: string }, response: ServerResponse) => {
    const [, list] = /^\/list\/(\d+)$/.exec(target) ?? [];
    response.writeHead(target === '/robots.txt' ? 404 : 200, { 'content-type': 'text/html' });
    const lists = [1, 2, 3, 4, 5, 6].map((n) => `<a href="/list/${n}">List ${n}</a>`).join(' ');
    const links = items(Number(list ?? 0)).map((href) => `<li><a href="${href}">${href}</a></li>`);
    if (target === '/' || list !== undefined)
      response.end(`<title>List ${list}</title>${lists}<ul>${links.join('')}</ul>`);
    else response.end(show(target));
  };
}

describe('addresses that select pages are all kept', () => {
  const numbers = Array.from({ length: 60 }, (_, n) => n);
  const dice = new Dice(7);
  const codes = numbers.map(() => Array.from({ length: 16 }, () => dice.below(16).toString(16)).join(''));
  const soldOut = () => '<title>Shop</title><h1>Sold out</h1><p>This article is not in stock.</p>';
  const someOf = (all: readonly string[], list: number) => all.slice(list * 10, list * 10 + 10);
  const rotatingFrom = (all: readonly string[]) => dice.shuffled(all).slice(0, 10);

  test.each<[string, readonly string[], boolean, (target: string) => string]>([
    ['sold-out articles by number', numbers.map((n) => `/item/${10_001 + n}`), false, soldOut],
    ['sold-out articles by code', codes.map((code) => `/item?id=${code}`), false, soldOut],
    [
      'sold-out articles by code, some of them shown at a time',
      codes.map((code) => `/item/${code}`),
      true,
      soldOut,
    ],
    [
      'articles by code, some of them shown at a time',
      codes.map((code) => `/item/${code}`),
      true,
      (target) => `<title>Shop</title><h1>Article ${codes.indexOf(target.slice(6))}</h1><p>Five pounds.</p>`,
    ],
    [
      'pages of a forum that differ in a number',
      numbers.map((n) => `/forum?page=${n + 100}`),
      false,
      (target) => `<title>Forum</title><p>Page ${target.slice(-3)} is empty.</p>`,
    ],
    ['days without events', numbers.map((n) => `/day/2026-01-${n + 10}`), false, () => '<p>No events.</p>'],
    [
      'searches without results',
      numbers.map((n) => `/search?q=part${n}00`),
      false,
      () => '<p>Nothing found.</p>',
    ],
  ])('%s', async (_name, all, isRotating, show) => {
    server = await serveSite(listSite((list) => (isRotating ? rotatingFrom(all) : someOf(all, list)), show));
    const outcome = await track();
    const shown = new Set(server.pages().filter((target) => all.includes(target)));
    if (!isRotating) expect(shown.size).toBe(60);
    const kept = keptPaths(outcome).filter((path) => path !== '/' && !path.startsWith('/list'));
    expect(new Set(kept)).toEqual(shown);
    expect(shown.size).toBeGreaterThan(30);
    expect(outcome.leftOut).toEqual([]);
  });
});

describe('documents addressed by a hash, under a name that is used for session ids', () => {
  const dice = new Dice(11);
  const hashes = Array.from({ length: 40 }, () =>
    Array.from({ length: 32 }, () => dice.below(16).toString(16)).join(''),
  );
  const linkTo = (name: string, hash: string) => `<a href="/doc?${name}=${hash}">${hash.slice(0, 4)}</a>`;
  const show = (name: string, number: number, shown: readonly string[]) =>
    `<title>Document ${number}</title><h1>Document ${number}</h1><p>${shown.map((hash) => linkTo(name, hash)).join(' ')}`;
  const site =
    (name: string, shownOn: (number: number) => readonly string[]) =>
    ({ target }: { target: string }, response: ServerResponse) => {
      const number = hashes.indexOf(target.split('=')[1] ?? '');
      const isThere = target === '/' || number >= 0;
      response.writeHead(isThere ? 200 : 404, { 'content-type': 'text/html' });
      response.end(isThere ? show(name, number + 1, shownOn(number)) : '');
    };

  test.each(['s', 'sid', 'sessionid', 'PHPSESSID', 'jsessionid', 'SMFSESSID'])(
    '%s: all are kept, when one page lists them',
    async (name) => {
      server = await serveSite(site(name, (number) => (number < 0 ? hashes : [])));
      expect(keptPaths(await track())).toHaveLength(41);
      expect(keptPaths(await track())).toHaveLength(41);
    },
  );

  test.each(['s', 'PHPSESSID'])('%s: all are kept, when each page links to the next ones', async (name) => {
    server = await serveSite(site(name, (number) => hashes.slice(2 * number + 2, 2 * number + 4)));
    expect(keptPaths(await track())).toHaveLength(41);
  });
});
