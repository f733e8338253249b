import { describe, expect, test } from 'vitest';
import { refreshUrl, srcsetUrls } from './link-collector.ts';

describe('the URLs of a srcset', () => {
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
});

describe('the URL of a refresh', () => {
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
});
