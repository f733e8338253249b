import { expect, test } from 'vitest';
import { isNavigation, isNofollow, type LinkKind } from './link.ts';

test.each<[LinkKind, 'followed' | 'fetched with the page' | 'neither']>([
  ['page', 'followed'],
  ['frame', 'followed'],
  ['refresh', 'followed'],
  ['next', 'followed'],
  ['prev', 'followed'],
  ['alternate', 'followed'],
  ['canonical', 'neither'],
  ['related', 'neither'],
  ['form', 'neither'],
  ['cite', 'neither'],
  ['image', 'fetched with the page'],
  ['media', 'fetched with the page'],
  ['script', 'fetched with the page'],
  ['stylesheet', 'fetched with the page'],
  ['object', 'fetched with the page'],
  ['icon', 'fetched with the page'],
  ['css', 'fetched with the page'],
  ['resource', 'fetched with the page'],
  ['sitemap', 'neither'],
])('%s: %s', (kind, expected) => {
  expect(isNavigation(kind)).toBe(expected === 'followed');
});

test.each([
  ['nofollow', true],
  ['NoFollow', true],
  ['ugc\tnofollow noopener', true],
  ['follow', false],
  ['xnofollow', false],
  ['nofollow-x', false],
  ['', false],
])('rel=%j: %s', (rel, expected) => {
  expect(isNofollow({ kind: 'page', url: 'u', rel })).toBe(expected);
});
