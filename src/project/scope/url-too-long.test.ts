import { expect, test } from 'vitest';
import { linkTo } from './candidate.example.ts';
import { urlTooLong } from './url-too-long.ts';

test('a URL of exactly the limit passes, one character more does not', () => {
  const url = 'http://example.org/abc';
  expect(urlTooLong(url.length).decide(linkTo(url))).toBe('none');
  expect(urlTooLong(url.length - 1).decide(linkTo(url))).toBe('reject');
  expect(urlTooLong(10).reason(linkTo(url))).toBe('22 characters; at most 10 are followed');
});
