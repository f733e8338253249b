import { expect, test } from 'vitest';
import { refreshUrl } from './meta-refresh.ts';

test.each([
  ['0; url=a', 'a'],
  ['0;url=a', 'a'],
  ['0,URL = "a b"c', 'a b'],
  [" 5.5 ; url='a", 'a'],
  ['.5; a', 'a'],
  ['5 a', 'a'],
  ['5; urla', 'urla'],
  ['5; url', 'url'],
  ['5; "a"', 'a'],
  ['5', null],
  ['5;', null],
  ['5; url=', null],
  ['5a', null],
  ['url=a', null],
  ['', null],
  ['-1; url=a', null],
])('%j', (content, url) => {
  expect(refreshUrl(content)).toBe(url);
});
