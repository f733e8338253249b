import { expect, test } from 'vitest';
import { Budgets, compileRules, RuleCounts, scopeSettings, standardScope } from '../../project/index.ts';
import { noSourcePage, PageDiscovery, type PageNames } from './discover-pages.ts';
import { FrontierRoom } from './frontier-room.ts';
import { FRONTIER_FULL, LeftOutCounts, TOO_COSTLY } from './left-out-counts.ts';
import { SeenIdentities } from './seen-identities.ts';

const discovery = (names: PageNames) =>
  new PageDiscovery({
    scope: standardScope(scopeSettings(['http://www.e.org/']), Budgets.restore([])),
    seen: new SeenIdentities(),
    leftOut: new LeftOutCounts(),
    names,
  });
const link = (url: string) => ({ url, kind: 'page', nofollow: false }) as const;
const urls = (found: PageDiscovery, ...links: readonly string[]) =>
  found.discover(links.map(link), noSourcePage).map(({ url, host }) => `${url} on ${host}`);

test('what was another name of a page is a page of its own once the rules say so', () => {
  const names = {
    revision: 1,
    rotatingPart: () => null,
    identityOf: (url: string) => url.replace(/\?.*/, ''),
  };
  const found = discovery(names);
  expect(urls(found, 'http://www.e.org/doc?s=1', 'http://www.e.org/doc?s=2')).toHaveLength(1);
  expect(urls(found, 'http://www.e.org/doc?s=2')).toEqual([]);
  Object.assign(names, { revision: 2, identityOf: (url: string) => url });
  expect(urls(found, 'http://www.e.org/doc?s=2')).toEqual(['http://www.e.org/doc?s=2 on www.e.org']);
});

test('the scope judges a host without the id in its name, and the host stays as it is', () => {
  const siteOf = (host: string) => host.replace(/^s-[0-9a-f]+\./, 'www.');
  const found = discovery({ identityOf: (url) => url, rotatingPart: () => null, siteOf });
  expect(urls(found, 'http://s-60303ae2.e.org/a', 'http://shop.e.org/a')).toEqual([
    'http://s-60303ae2.e.org/a on s-60303ae2.e.org',
  ]);
});

const plainNames = { identityOf: (url: string) => url, rotatingPart: () => null };

/** A site with a limit on waiting addresses. */
function withRoom(most: number, maxPagesPerHost = 1000) {
  const leftOut = new LeftOutCounts();
  const room = new FrontierRoom({ most: () => most });
  const scope = standardScope(scopeSettings(['http://www.e.org/'], { maxPagesPerHost }), new Budgets());
  const seen = new SeenIdentities();
  return { leftOut, room, found: new PageDiscovery({ scope, seen, leftOut, names: plainNames, room }) };
}

test('addresses that find no room are counted, and find some when pages have left the frontier', () => {
  const { leftOut, room, found } = withRoom(2, 4);
  const links = [1, 2, 3, 4, 5].map((n) => `http://www.e.org/${n}`);
  expect(urls(found, ...links, 'http://other.org/')).toHaveLength(2);
  expect(leftOut.take()).toEqual([
    { reason: FRONTIER_FULL, count: 3, exampleUrl: 'http://www.e.org/3' },
    { reason: 'outside scope', count: 1, exampleUrl: 'http://other.org/' },
  ]);
  room.added(-2);
  // What was left out has not used up the pages of the host.
  expect(urls(found, ...links)).toEqual(links.slice(2, 4).map((url) => `${url} on www.e.org`));
});

test('starts, redirects and what others offered are queued although the frontier is full', () => {
  const { found } = withRoom(0);
  const page = (path: string, kind: 'page' | 'seed' | 'redirect') =>
    ({ url: `http://www.e.org/${path}`, kind, nofollow: false }) as const;
  const links = [page('a', 'page'), page('b', 'seed'), page('c', 'redirect')];
  expect(found.discover(links, noSourcePage).map(({ linkKind }) => linkKind)).toEqual(['seed', 'redirect']);
  expect(found.discover([page('d', 'page')], { ...noSourcePage, hasRoom: true })).toHaveLength(1);
});

test('links of a page that takes too long are left out, and the next page has its own time', () => {
  const leftOut = new LeftOutCounts();
  const rules = { ruleSet: compileRules([{ deny: '/print/' }]), counts: new RuleCounts() };
  const scope = standardScope(scopeSettings(['http://www.e.org/']), new Budgets(), rules);
  let spent = 0;
  const cpuTime = () => {
    spent += 1000;
    return spent;
  };
  const options = { scope, seen: new SeenIdentities(), leftOut, names: plainNames };
  const found = new PageDiscovery({ ...options, cpuTime });
  const links = Array.from({ length: 30 }, (_, n) => `http://www.e.org/${n}`);
  expect(urls(found, ...links)).toHaveLength(11);
  expect(leftOut.take()).toEqual([{ reason: TOO_COSTLY, count: 19, exampleUrl: 'http://www.e.org/11' }]);
  expect(urls(found, ...links)).toHaveLength(10);
  expect(leftOut.take()).toEqual([{ reason: TOO_COSTLY, count: 9, exampleUrl: 'http://www.e.org/21' }]);
});
