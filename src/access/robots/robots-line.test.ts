import { expect, test } from 'vitest';
import { readRobotsLine } from './robots-line.ts';

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
  '"%s" says nothing',
  (line) => {
    expect(readRobotsLine(line)).toBeNull();
  },
);

test('the line is kept as written, without its comment', () => {
  expect(readRobotsLine('  Disallow:   /x  # secret ')?.text).toBe('Disallow:   /x');
});
