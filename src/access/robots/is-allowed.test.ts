import { describe, expect, test } from 'vitest';
import { crawlDelayFor, crawlerToken, disallowedFor, isAllowed } from './is-allowed.ts';
import { parseRobots } from './parse-robots.ts';
import { blanket } from './robots-cache.ts';

const may = (lines: readonly string[], path: string, agent = 'Tidemark/0.1') =>
  isAllowed(parseRobots(lines.join('\n')), agent, `https://example.org${path}`).allowed;

describe('the group for a crawler', () => {
  const lines = [
    'User-agent: *',
    'Disallow: /all',
    'User-agent: TideMark',
    'Disallow: /ours',
    'User-agent: other',
    'Disallow: /theirs',
  ];

  test('is the one that names it, whatever the case', () => {
    expect(may(lines, '/ours')).toBe(false);
    expect(may(lines, '/all')).toBe(true);
    expect(may(lines, '/theirs')).toBe(true);
  });

  test('is the one for all agents when no group names it', () => {
    expect(may(lines, '/all', 'someone')).toBe(false);
    expect(may(lines, '/ours', 'someone')).toBe(true);
    expect(may(lines, '/all', 'tide')).toBe(false);
  });

  test('may be split over several places', () => {
    const twice = [...lines, 'User-agent: tidemark', 'Disallow: /also'];
    expect(may(twice, '/ours')).toBe(false);
    expect(may(twice, '/also')).toBe(false);
  });

  test('that has no rules allows everything', () => {
    expect(may(['User-agent: *', 'Disallow: /', 'User-agent: tidemark'], '/x')).toBe(true);
  });
});

describe('the deciding rule', () => {
  test('is the longest that matches, in whatever order they come', () => {
    expect(may(['User-agent: *', 'Allow: /a/b', 'Disallow: /a'], '/a/b/c')).toBe(true);
    expect(may(['User-agent: *', 'Disallow: /a', 'Allow: /a/b'], '/a/c')).toBe(false);
    expect(may(['User-agent: *', 'Allow: /page', 'Disallow: /*.html'], '/page.html')).toBe(false);
  });

  test('is the one that allows when two are equally long', () => {
    expect(may(['User-agent: *', 'Disallow: /a', 'Allow: /a'], '/a')).toBe(true);
  });

  test('is shown as the site wrote it', () => {
    const robots = parseRobots('User-agent: *\nDisallow:  /private/  # keep out\n');
    expect(isAllowed(robots, 'tidemark', 'http://example.org/private/x')).toEqual({
      allowed: false,
      rule: 'Disallow:  /private/',
      lineNumber: 2,
    });
    expect(isAllowed(robots, 'tidemark', 'http://example.org/')).toEqual({
      allowed: true,
      rule: null,
      lineNumber: null,
    });
  });

  test('treats different spellings of a path as the same path', () => {
    expect(may(['User-agent: *', 'Disallow: /ツ'], '/%e3%83%84/x')).toBe(false);
    expect(may(['User-agent: *', 'Disallow: /%7ejim'], '/~jim')).toBe(false);
    expect(may(['User-agent: *', 'Disallow: /a%2Fb'], '/a/b')).toBe(true);
  });
});

test('robots.txt itself is always allowed', () => {
  expect(may(['User-agent: *', 'Disallow: /'], '/robots.txt')).toBe(true);
  expect(isAllowed(blanket(false, 'down'), 'x', 'http://example.org/robots.txt').allowed).toBe(true);
});

test('a folder whose index page is allowed is allowed', () => {
  const lines = ['User-agent: *', 'Disallow: /', 'Allow: /docs/index.html'];
  expect(may(lines, '/docs/')).toBe(true);
  expect(may(lines, '/docs/index.html')).toBe(true);
  expect(may(lines, '/docs/other')).toBe(false);
});

test('when no file could be read, one answer with its reason applies to all paths', () => {
  expect(isAllowed(blanket(false, 'robots.txt answers 503'), 'x', '/a')).toMatchObject({
    allowed: false,
    rule: 'robots.txt answers 503',
  });
  expect(isAllowed(blanket(true, 'no robots.txt: it answers 404'), 'x', '/a').allowed).toBe(true);
});

describe('the crawl-delay', () => {
  const delay = (...lines: string[]) => crawlDelayFor(parseRobots(lines.join('\n')), 'tidemark');

  test('comes from the group that names the crawler, or from the one for all', () => {
    expect(delay('User-agent: *', 'Crawl-delay: 3', 'Disallow: /x')).toBe(3);
    expect(
      delay('User-agent: *', 'Crawl-delay: 3', 'Disallow: /x', 'User-agent: tidemark', 'Disallow: /y'),
    ).toBeNull();
    expect(delay('User-agent: tidemark', 'Disallow: /y', 'Crawl-delay: 0.5')).toBe(0.5);
  });

  test('of another crawler does not apply to the agents named after it', () => {
    expect(delay('User-agent: slowbot', 'Crawl-delay: 60', '', 'User-agent: *', 'Disallow: /x')).toBeNull();
  });

  test('is the longest of several, and nonsense is ignored', () => {
    expect(delay('User-agent: *', 'Crawl-delay: 3', 'Crawl-delay: 5', 'Crawl-delay: 1')).toBe(5);
    expect(delay('User-agent: *', 'Crawl-delay: -3', 'Crawl-delay: 1e9', 'Crawl-delay: soon')).toBeNull();
  });
});

test('the patterns that a crawler must leave alone are listed once each, as the site wrote them', () => {
  const robots = parseRobots(
    [
      'User-agent: tidemark',
      'Disallow: /Private/*',
      'Allow: /private/open',
      'Disallow:',
      'Disallow: /Private/*',
      'Disallow: /tmp',
      '',
      'User-agent: *',
      'Disallow: /all',
    ].join('\n'),
  );
  expect(disallowedFor(robots, 'Tidemark/0.1')).toEqual(['/Private/*', '/tmp']);
  expect(disallowedFor(robots, 'other')).toEqual(['/all']);
});

describe('a hostile file', () => {
  test('of 20,000 agents with 20,000 rules is read', () => {
    const agents = Array.from({ length: 20_000 }, (_, n) => `User-agent: a${n}`);
    const rules = Array.from({ length: 15_000 }, (_, n) => `Disallow: /${n}\nCrawl-delay: 1`);
    expect(may([...agents, ...rules], '/14999', 'a7')).toBe(false);
  });

  test('of wildcards that almost match costs one walk along the path, not one per letter', () => {
    const path = `/${'a'.repeat(100_000)}`;
    const pattern = `/*${'a'.repeat(50_000)}b`;
    expect(may(['User-agent: *', `Disallow: ${pattern}`], path)).toBe(true);
    expect(may(['User-agent: *', `Disallow: /${'*a'.repeat(100_000)}*b`], path)).toBe(true);
  });

  test('of more wildcards than can be tried gets the safe answer', () => {
    const rules = Array.from({ length: 30_000 }, (_, n) => `Disallow: /*z${n}`);
    const robots = parseRobots(['User-agent: *', ...rules].join('\n'));
    expect(isAllowed(robots, 'x', `/${'a'.repeat(2000)}`)).toMatchObject({
      allowed: false,
      rule: 'robots.txt has too many wildcard rules for a path this long',
    });
    expect(isAllowed(robots, 'x', '/short').allowed).toBe(true);
  });
});

test('a crawler that poses as a browser is known by its own name', () => {
  expect(crawlerToken('Mozilla/5.0 (compatible; ExampleBot/0.1; https://example.org/bot)')).toBe(
    'examplebot',
  );
  expect(crawlerToken('Tidemark/0.1 (+https://example.org/bot)')).toBe('tidemark');
  expect(crawlerToken('Mozilla/5.0 (X11; Linux)')).toBe('mozilla');
});
