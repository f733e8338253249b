import { expect, test } from 'vitest';
import { srcsetUrls } from './srcset.ts';

test.each([
  ['', []],
  ['a', ['a']],
  ['a 1x, b 2x', ['a', 'b']],
  ['a, b', ['a', 'b']],
  ['a,b', ['a,b']],
  [' , a 1x ,, b ', ['a', 'b']],
  ['data:,x 1x, b', ['data:,x', 'b']],
  ['a 1x (x, y), b', ['a', 'b']],
  ['a\n100w,\n\tb 200w', ['a', 'b']],
  ['a,, b', ['a', 'b']],
])('%j', (srcset, urls) => {
  expect(srcsetUrls(srcset)).toEqual(urls);
});
