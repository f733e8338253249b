import { expect, test } from 'vitest';
import { findCssUrls } from './css-urls.ts';

function urls(css: string): readonly string[] {
  const found: string[] = [];
  findCssUrls(css, (kind, url) => found.push(`${kind} ${url}`));
  return found;
}

test.each([
  ['a { b: url(c) }', ['css c']],
  ['a { b: url( "c d" ) }', ['css c d']],
  ["a { b: URL('c') url(d) }", ['css c', 'css d']],
  ['a { b: url(c)', ['css c']],
  ['a { b: url(c', ['css c']],
  ['a { b: url() url("") }', []],
  ['a { b: url(c d) url(e) }', ['css e']],
  ['a { b: url(c"d) }', []],
  ['/* url(a) */ url(b)', ['css b']],
  ['"url(a)" url(b)', ['css b']],
  ['"\\"url(a)" url(b)', ['css b']],
  ['myurl(a) -url(b) url (c)', []],
  ['a { b: url(c\\)d) }', ['css c)d']],
  ['a { b: url("c\\26 d\\000041z") }', ['css c&dAz']],
  ['a { b: url("\\d800 c\\110000 d\\0 e") }', ['css \u{fffd}c\u{fffd}d\u{fffd}e']],
  ['@import "a"; @import url(b) screen; @IMPORT \'c\';', ['stylesheet a', 'stylesheet b', 'stylesheet c']],
  ['@import /* x */ "a";', ['stylesheet a']],
  ['@import url(a) supports(b: "c");', ['stylesheet a']],
  ['@import "a" layer; b { c: url(d) }', ['stylesheet a', 'css d']],
  ['@namespace url(a); @namespace b "c"; d { e: url(f) }', ['css f']],
  ['@font-face { src: url(a.woff2) format("woff2"), url(b.woff) }', ['css a.woff2', 'css b.woff']],
  ['@media (x) { a { b: url(c) } }', ['css c']],
  ['a { b: image-set(url(c) 1x, url(d) 2x) }', ['css c', 'css d']],
  ['a { b: url(data:image/png;base64,AAA=) }', ['css data:image/png;base64,AAA=']],
])('%s', (css, expected) => {
  expect(urls(css)).toEqual(expected);
});
