import { hash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Budgets } from './budgets.ts';
import { candidateExample } from './candidate.example.ts';
import { scopeSettings, standardScope } from './standard-scope.ts';
import { noteQuery, pathRepetition, queryExplosion, repeatedPattern, urlTooLong } from './traps.ts';

describe('a path that repeats itself', () => {
  test.each([
    ['/a/a/a/a', 'a'],
    ['/x/a/a/a/a/y', 'a'],
    ['/a/b/a/b/a/b', 'a/b'],
    ['/shop/a/b/c/a/b/c/a/b/c/', 'a/b/c'],
    ['/////', ''],
  ])('%s repeats %s', (path, pattern) => {
    expect(repeatedPattern(path)?.split('/').sort()).toEqual(pattern.split('/').sort());
  });

  test.each(['/', '/a/a/a', '/1/1/1', '/a/b/a/b', '/a/b/a/c/a/d', '/2024/01/01/01', '/en/docs/en/docs'])(
    '%s does not repeat itself',
    (path) => {
      expect(repeatedPattern(path)).toBeNull();
    },
  );

  test('the reason shows what repeats', () => {
    expect(pathRepetition.reason(candidateExample('http://example.org/a/a/a/a'))).toBe(
      '/a comes again and again',
    );
  });

  test('any pattern of up to six segments is found, wherever it starts', () => {
    const segment = fc.stringMatching(/^[a-z]{1,4}$/);
    fc.assert(
      fc.property(fc.array(segment), fc.array(segment, { minLength: 1, maxLength: 6 }), (before, pattern) => {
        const path = `/${[...before, ...Array.from({ length: 4 }, () => pattern).flat()].join('/')}`;
        expect(repeatedPattern(path)).not.toBeNull();
      }),
      { seed: 1, numRuns: 500 },
    );
  });

  test('paths of different segments are never taken for a trap', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.stringMatching(/^[a-z0-9]{1,6}$/)), (segments) => {
        expect(repeatedPattern(`/${segments.join('/')}`)).toBeNull();
      }),
      { seed: 2, numRuns: 500 },
    );
  });
});

describe('a URL that is too long', () => {
  test('a URL of exactly the limit passes, one character more does not', () => {
    const url = 'http://example.org/abc';
    expect(urlTooLong(url.length).decide(candidateExample(url))).toBe('none');
    expect(urlTooLong(url.length - 1).decide(candidateExample(url))).toBe('reject');
    expect(urlTooLong(10).reason(candidateExample(url))).toBe('22 characters; at most 10 are followed');
  });
});

describe('combinations of parameters', () => {
  const filtered = (n: number) => candidateExample(`http://example.org/shop?colour=${n}&size=2&order=up`);

  test('a path ends after a number of combinations of parameters', () => {
    const budgets = new Budgets();
    const rule = queryExplosion(2, budgets);
    for (const n of [1, 2]) {
      expect(rule.decide(filtered(n))).toBe('none');
      noteQuery(filtered(n), budgets);
    }
    expect(rule.decide(filtered(3))).toBe('reject');
    expect(rule.reason(filtered(3))).toContain('example.org/shop has given 2 pages');
    expect(rule.decide(candidateExample('http://example.org/other?a=1&b=2&c=3'))).toBe('none');
  });

  test('parameters may also be separated by semicolons', () => {
    const budgets = new Budgets();
    noteQuery(candidateExample('http://example.org/shop?colour=1;size=2;order=up'), budgets);
    noteQuery(candidateExample('http://example.org/shop?colour=1;size=2'), budgets);
    expect(budgets.state().queries).toEqual([['example.org/shop', 1]]);
  });

  test('one or two parameters name a page and are never too many', () => {
    const budgets = new Budgets();
    const rule = queryExplosion(1, budgets);
    for (let id = 0; id < 10; id++) {
      const topic = candidateExample(`http://example.org/topic?id=${id}&lang=en`);
      expect(rule.decide(topic)).toBe('none');
      noteQuery(topic, budgets);
    }
    expect(budgets.state().queries).toEqual([]);
  });
});

describe('addresses that look random', () => {
  const start = 'https://example.org/';

  /** Crawls a site of 30 pages that writes a new token into every link, taking every address for a page. */
  function crawled(link: (page: number, token: string) => string, most: number): ReadonlyMap<string, number> {
    const scope = standardScope(scopeSettings([start], { maxRandomPerPlace: 20 }), new Budgets());
    const leftOut = new Map<string, number>();
    let tokens = 0;
    let waiting = 1;
    let visited = 0;
    while (waiting > 0 && visited < most) {
      waiting--;
      visited++;
      for (let page = 0; page < 30; page++) {
        const token = hash('md5', `${tokens++}`).slice(0, 16);
        const { verdict, rule } = scope.judge(candidateExample(new URL(link(page, token), start).href));
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
    expect(found.get('random addresses')).toBeGreaterThan(600);
  });

  test('addresses that people chose are never too many', () => {
    const scope = standardScope(scopeSettings([start], { maxRandomPerPlace: 5 }), new Budgets());
    for (let id = 0; id < 100; id++) {
      const links = [`/topic?id=${id}`, `/2024/05/a-readable-title-${id}`, `/tea?colour=green&size=${id}`];
      for (const link of links)
        expect(scope.judge(candidateExample(new URL(link, start).href))).toMatchObject({ verdict: 'accept' });
    }
  });

  test('the reason names the place, and what helps', () => {
    const scope = standardScope(scopeSettings([start], { maxRandomPerPlace: 1 }), new Budgets());
    const link = (token: string) => candidateExample(`https://example.org/a/${token}/b`);
    expect(scope.judge(link('9682993c8daa2c5497996114facdc805')).verdict).toBe('accept');
    expect(scope.judge(link('53e26ffb8a7aa8c3e1e2b6c1f6a0d3aa'))).toEqual({
      verdict: 'reject',
      rule: 'random addresses',
      reason:
        'example.org/a/~/b has given 1 pages whose addresses look random; a crawl without --no-twin finds out which of them are one page',
    });
  });

  test('random addresses and combinations of parameters of the same path are counted apart', () => {
    const settings = scopeSettings([start], { maxRandomPerPlace: 1, maxQueriesPerPath: 2 });
    const scope = standardScope(settings, new Budgets());
    const ruleFor = (query: string) =>
      scope.judge(candidateExample(`https://example.org/page?${query}`)).rule;
    expect(ruleFor(`t=${hash('md5', '1')}`)).toBeNull();
    expect([ruleFor('a=1&b=1&c=1'), ruleFor('a=2&b=1&c=1'), ruleFor('a=3&b=1&c=1')]).toEqual([
      null,
      null,
      'too many queries',
    ]);
    expect(ruleFor(`t=${hash('md5', '2')}`)).toBe('random addresses');
  });

  test('a crawl that fetches pages twice has no such limit', () => {
    const scope = standardScope(scopeSettings([start]), new Budgets());
    for (let n = 0; n < 20_000; n++)
      expect(scope.judge(candidateExample(`https://example.org/page?t=${hash('md5', `${n}`)}`)).verdict).toBe(
        'accept',
      );
  });
});
