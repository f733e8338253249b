import { hash } from 'node:crypto';
import { expect, test } from 'vitest';
import { Budgets } from './budgets.ts';
import { linkTo } from './candidate.example.ts';
import { scopeSettings } from './scope-settings.ts';
import { standardScope } from './standard-scope.ts';

const start = 'https://example.org/';

/** A site of 30 pages that writes a new token into every link, crawled by one who takes every address for a page. */
function crawled(link: (page: number, token: string) => string, most: number): ReadonlyMap<string, number> {
  const scope = standardScope(scopeSettings([start], { maxDrawnPerPlace: 20 }), new Budgets());
  const leftOut = new Map<string, number>();
  let drawn = 0;
  let waiting = 1;
  let visited = 0;
  while (waiting > 0 && visited < most) {
    waiting--;
    visited++;
    for (let page = 0; page < 30; page++) {
      const token = hash('md5', `${drawn++}`).slice(0, 16);
      const { verdict, rule } = scope.judge(linkTo(new URL(link(page, token), start).href));
      if (verdict === 'accept') waiting++;
      else leftOut.set(rule ?? '', (leftOut.get(rule ?? '') ?? 0) + 1);
    }
  }
  return new Map([...leftOut, ['visited', visited]]);
}

test.each([
  ['beside the id of the page', (page: number, token: string) => `/page?id=${page}&tok=${token}`, 21],
  ['alone', (_: number, token: string) => `/page?${token}`, 21],
  ['behind a semicolon', (page: number, token: string) => `/page;s=${token}?id=${page}`, 21],
  ['in the middle of the path', (page: number, token: string) => `/go/${token}/page?id=${page}`, 21],
  ['before the name of the page', (page: number, token: string) => `/go/${token}/page-${page}`, 601],
])('a site with a new token on every link ends, the token %s', (_, link, visited) => {
  const found = crawled(link, 10_000);
  expect(found.get('visited')).toBe(visited);
  expect(found.get('drawn addresses')).toBeGreaterThan(600);
});

test('addresses that people chose never run out', () => {
  const scope = standardScope(scopeSettings([start], { maxDrawnPerPlace: 5 }), new Budgets());
  for (let id = 0; id < 100; id++) {
    const links = [`/topic?id=${id}`, `/2024/05/a-readable-title-${id}`, `/tea?colour=green&size=${id}`];
    for (const link of links)
      expect(scope.judge(linkTo(new URL(link, start).href))).toMatchObject({ verdict: 'accept' });
  }
});

test('the reason says which place it was, and what helps', () => {
  const scope = standardScope(scopeSettings([start], { maxDrawnPerPlace: 1 }), new Budgets());
  const link = (token: string) => linkTo(`https://example.org/a/${token}/b`);
  expect(scope.judge(link('9682993c8daa2c5497996114facdc805')).verdict).toBe('accept');
  expect(scope.judge(link('53e26ffb8a7aa8c3e1e2b6c1f6a0d3aa'))).toEqual({
    verdict: 'reject',
    rule: 'drawn addresses',
    reason:
      'example.org/a/~/b has given 1 pages whose addresses look drawn; without --no-twin they are told apart',
  });
});

test('whoever looks twice has no such limit', () => {
  const scope = standardScope(scopeSettings([start]), new Budgets());
  for (let n = 0; n < 20_000; n++)
    expect(scope.judge(linkTo(`https://example.org/page?t=${hash('md5', `${n}`)}`)).verdict).toBe('accept');
});
