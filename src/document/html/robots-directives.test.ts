import { expect, test } from 'vitest';
import { parseRobotsHeader } from './page-facts.ts';

test.each([
  ['noindex', true, false],
  ['NOINDEX, nofollow', true, true],
  ['none', true, true],
  ['all', false, false],
  ['otherbot: noindex', false, false],
  ['otherbot: noindex, nofollow', false, false],
  ['Tidemark: noindex', true, false],
  ['otherbot: noindex, tidemark: nofollow', false, true],
  ['unavailable_after: 25 Jun 2030 15:00:00 PST, nofollow', false, true],
  ['max-snippet: 20, noindex', true, false],
  ['', false, false],
])('X-Robots-Tag: %s', (value, noindex, nofollow) => {
  expect(parseRobotsHeader(value)).toEqual({ noindex, nofollow });
});
