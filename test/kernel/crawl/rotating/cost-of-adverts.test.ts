import { afterEach, describe, expect, test } from 'vitest';
import { Dice } from '../../../../src/base/index.ts';
import type { Store } from '../../../../src/database/store.ts';
import { type Answering, type SiteServer, serveSite } from '../../../sites/plain/site-server.ts';
import { storeForEachTest } from '../../database/store-for-each-test.ts';
import { crawl, keptPaths } from '../crawl-scenario.ts';

let store: Store;
storeForEachTest('sqlite', (opened) => {
  store = opened;
});
let server: SiteServer;
afterEach(() => server.close());

const PAGES = 24;
const WORDS =
  'harbour ledger willow copper meadow signal anchor lantern pepper granite orchard velvet kettle harvest saddle ribbon'.split(
    ' ',
  );

/** Pages with two adverts each, whose words and addresses rotate at every fetch, and whose addresses redirect. */
function siteWithAdverts(
  address: (dice: Dice) => string,
  target: (path: string, dice: Dice) => string,
): Answering {
  const dice = new Dice(4);
  return ({ target: path }, response) => {
    const [, number] = /^\/(?:p\/(\d+))?$/.exec(path) ?? [];
    if (path !== '/' && number === undefined) {
      if (path === '/robots.txt') response.writeHead(404).end();
      else response.writeHead(302, { location: target(path, dice) }).end();
      return;
    }
    const own = Number(number ?? 0);
    const adverts = [1, 2].map(
      () => `<li><a href="${address(dice)}">${dice.pick(WORDS)} ${dice.pick(WORDS)}</a></li>`,
    );
    const links = [1, 2, 3, 4].map(
      (n) => `<li><a href="/p/${(own + n) % PAGES}">Page ${(own + n) % PAGES}</a></li>`,
    );
    const text = Array.from({ length: 40 }, (_, n) => WORDS[(own * 7 + n * n) % WORDS.length]).join(' ');
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(
      `<title>Page ${own}</title><h1>Page ${own}</h1><p>${text}</p><ul>${[...adverts, ...links].join('')}</ul>`,
    );
  };
}

const hex = (dice: Dice, length: number) =>
  Array.from({ length }, () => dice.below(16).toString(16)).join('');
const words = (dice: Dice) => `${dice.pick(WORDS)}-${dice.pick(WORDS)}-${10 + dice.below(90)}`;
const anyPage = (_path: string, dice: Dice) => `/p/${dice.below(PAGES)}`;

describe('adverts whose addresses are drawn and redirect cost at most 1.5 requests a page at the third visit', () => {
  test.each<[string, (dice: Dice) => string, (path: string, dice: Dice) => string]>([
    ['a path with a code', (dice) => `/go/${hex(dice, 6)}`, anyPage],
    ['a path with words', (dice) => `/go/${words(dice)}`, anyPage],
    [
      'one of nine adverts, with a code',
      (dice) => `/click?ad=${1 + dice.below(9)}&amp;t=${hex(dice, 12)}`,
      anyPage,
    ],
    [
      'one of nine adverts, with a number',
      (dice) => `/click?ad=${1 + dice.below(9)}&amp;t=${1000 + dice.below(9000)}`,
      anyPage,
    ],
    [
      'where it leads to, with the time',
      (dice) => `/click?to=${dice.below(PAGES)}&amp;t=17948650${1_000_000 + dice.below(9_000_000)}`,
      (path) => `/p/${new URLSearchParams(path.split('?')[1]).get('to')}`,
    ],
    ['another site', (dice) => `/out?x=${hex(dice, 32)}`, () => 'https://shop.example/boats'],
  ])('%s', async (_name, address, target) => {
    server = await serveSite(siteWithAdverts(address, target));
    const url = `${server.origin}/`;
    for (let visit = 1; visit <= 3; visit++) {
      server.forget();
      const outcome = await crawl({ store, url, settings: { twin: true, concurrency: 1 } });
      expect(keptPaths(outcome)).toHaveLength(PAGES + 1);
      // Of the 50 that a crawl sees. That some of them led to a page first is no reason to ask for all of them.
      const adverts = server.pages().filter((path) => /^\/[a-z]{2}/.test(path));
      expect(adverts.length).toBeLessThanOrEqual(visit === 1 ? 30 : 0);
    }
    expect(server.pages().length).toBeLessThanOrEqual(1.5 * (PAGES + 1));
  });
});
