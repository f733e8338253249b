import { expect, test } from 'vitest';
import { Budgets, scopeSettings, standardScope } from '../../project/index.ts';
import { noSourcePage, PageDiscovery, type PageNames } from './discover-pages.ts';
import { LeftOutCounts } from './left-out-counts.ts';
import { SeenIdentities } from './seen-identities.ts';

const discovery = (names: PageNames) =>
  new PageDiscovery(
    standardScope(scopeSettings(['http://www.e.org/']), Budgets.restore([])),
    new SeenIdentities(),
    new LeftOutCounts(),
    names,
  );
const link = (url: string) => ({ url, kind: 'page', nofollow: false }) as const;
const urls = (found: PageDiscovery, ...links: readonly string[]) =>
  found.discover(links.map(link), noSourcePage).map(({ url, host }) => `${url} on ${host}`);

test('what was another name of a page is a page of its own once the rules say so', () => {
  const names = { revision: 1, drawnPart: () => null, identityOf: (url: string) => url.replace(/\?.*/, '') };
  const found = discovery(names);
  expect(urls(found, 'http://www.e.org/doc?s=1', 'http://www.e.org/doc?s=2')).toHaveLength(1);
  expect(urls(found, 'http://www.e.org/doc?s=2')).toEqual([]);
  Object.assign(names, { revision: 2, identityOf: (url: string) => url });
  expect(urls(found, 'http://www.e.org/doc?s=2')).toEqual(['http://www.e.org/doc?s=2 on www.e.org']);
});

test('the scope judges a host without the id in its name, and the host stays as it is', () => {
  const siteOf = (host: string) => host.replace(/^s-[0-9a-f]+\./, 'www.');
  const found = discovery({ identityOf: (url) => url, drawnPart: () => null, siteOf });
  expect(urls(found, 'http://s-60303ae2.e.org/a', 'http://shop.e.org/a')).toEqual([
    'http://s-60303ae2.e.org/a on s-60303ae2.e.org',
  ]);
});
