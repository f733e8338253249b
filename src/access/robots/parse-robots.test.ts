import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isAllowed } from './is-allowed.ts';
import { parseRobots, productToken, readRobotsLine, robotsByteLimit } from './parse-robots.ts';

test('groups, rules and sitemaps are read with their lines', () => {
  const robots = parseRobots(
    'User-agent: A\nUser-agent: b/1.0\nDisallow: /x # why\nAllow: /x/y\n\nSitemap: /map.xml\nUser-agent: *\nDisallow:\nSitemap:\n',
  );
  expect(robots).toEqual({
    groups: [
      {
        agents: ['a', 'b'],
        rules: [
          { allow: false, pattern: '/x', text: 'Disallow: /x', lineNumber: 3 },
          { allow: true, pattern: '/x/y', text: 'Allow: /x/y', lineNumber: 4 },
        ],
        crawlDelays: [],
      },
      {
        agents: ['*'],
        rules: [{ allow: false, pattern: '', text: 'Disallow:', lineNumber: 8 }],
        crawlDelays: [],
      },
    ],
    sitemaps: ['/map.xml'],
    blanket: null,
  });
});

test.each(['\n', '\r', '\r\n', '\n\n'])('lines may end with %j', (end) => {
  const robots = parseRobots(['User-agent: *', 'Disallow: /x', 'Allow: /x/y'].join(end));
  expect(robots.groups[0]?.rules.map(({ text }) => text)).toEqual(['Disallow: /x', 'Allow: /x/y']);
});

test('a byte order mark does not hide the first line', () => {
  const text = '\ufeffUser-agent: *\nDisallow: /x';
  expect(parseRobots(text).groups).toHaveLength(1);
  expect(parseRobots(Buffer.from(text)).groups).toHaveLength(1);
});

test('lines of other kinds do not split a group', () => {
  const { groups } = parseRobots(
    'User-agent: a\nSitemap: /m\nHost: x\nUser-agent: b\nNoindex: /q\nDisallow: /',
  );
  expect(groups.map(({ agents }) => agents)).toEqual([['a', 'b']]);
});

test('rules before the first agent belong to no agent', () => {
  expect(parseRobots('Disallow: /\nCrawl-delay: 3\nUser-agent: *\nAllow: /').groups[0]?.rules).toHaveLength(
    1,
  );
});

test('a web page in place of robots.txt has no rules', () => {
  const page =
    '<!doctype html>\n<html><head><title>Not found</title>\n<p style="color: red">User-agent: *</p></html>';
  expect(parseRobots(page)).toEqual({ groups: [], sitemaps: [], blanket: null });
});

test('only the first 500 KiB are read, and a line cut in half is ignored', () => {
  const head = 'User-agent: *\nDisallow: /early\n';
  const cut = 'Disallow: /late';
  const filler = '#'.repeat(robotsByteLimit - head.length - 'Disallow: /'.length - 1);
  const robots = parseRobots(`${head}${filler}\n${cut}\nDisallow: /later\n`);
  expect(robots.groups[0]?.rules.map(({ text }) => text)).toEqual(['Disallow: /early']);
  expect(isAllowed(robots, 'x', '/other').allowed).toBe(true);
});

test('a file of exactly 500 KiB is read to its end', () => {
  const head = 'User-agent: *\n';
  const end = '\nDisallow: /x';
  const robots = parseRobots(head + '#'.repeat(robotsByteLimit - head.length - end.length) + end);
  expect(robots.groups[0]?.rules).toHaveLength(1);
});

test('no bytes make it throw', () => {
  const words = fc.constantFrom(
    'User-agent',
    'Disallow',
    'Allow',
    'Crawl-delay',
    ':',
    ' ',
    '\n',
    '\r',
    '*',
    '$',
    '/',
    '%',
    '#',
  );
  const text = fc
    .array(fc.oneof(words, fc.string({ unit: 'binary', maxLength: 4 })))
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(text, fc.uint8Array(), fc.webUrl(), (written, bytes, url) => {
      expect(isAllowed(parseRobots(written), 'bot', url).allowed).toBeTypeOf('boolean');
      expect(isAllowed(parseRobots(bytes), 'bot', written).allowed).toBeTypeOf('boolean');
    }),
    { seed: 1, numRuns: 1000 },
  );
});

test.each([
  ['Disallow: /x', 'disallow', '/x'],
  ['  ALLOW :/x  ', 'allow', '/x'],
  ['user-agent:Bot # the bot', 'user-agent', 'Bot'],
  ['Disallow: /x#y', 'disallow', '/x'],
  ['Disallow:', 'disallow', ''],
  ['Disallow /x', 'disallow', '/x'],
  ['Disalow: /x', 'disallow', '/x'],
  ['useragent: Bot', 'user-agent', 'Bot'],
  ['user agent: Bot', 'user-agent', 'Bot'],
  ['Sitemap: https://example.org/map.xml', 'sitemap', 'https://example.org/map.xml'],
  ['Crawl-delay: 5', 'crawl-delay', '5'],
])('"%s" is about %s', (line, field, value) => {
  expect(readRobotsLine(line)).toMatchObject({ field, value });
});

test.each(['', '   ', '# Disallow: /', 'Disallow', 'please disallow /x', 'Noindex: /x', '<html>', ': /x'])(
  '"%s" is ignored',
  (line) => {
    expect(readRobotsLine(line)).toBeNull();
  },
);

test('the line is kept as written, without its comment', () => {
  expect(readRobotsLine('  Disallow:   /x  # secret ')?.text).toBe('Disallow:   /x');
});

test.each([
  ['FooBot', 'foobot'],
  [' FooBot/2.1 ', 'foobot'],
  ['Foo Bar', 'foo'],
  ['foo-bot_2', 'foo-bot_2'],
  ['UnicödeBöt', 'unicödeböt'],
  ['*', '*'],
  ['* everyone', '*'],
  ['*bot', ''],
  ['', ''],
])('"%s" names %s', (text, token) => {
  expect(productToken(text)).toBe(token);
});
