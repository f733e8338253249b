import { expect, test } from 'vitest';
import { linkTo } from './candidate.example.ts';
import { embeddedNotWanted } from './embedded-not-wanted.ts';

test.each([
  ['none', 'page', 'none'],
  ['none', 'image', 'reject'],
  ['none', 'asset', 'reject'],
  ['images', 'image', 'none'],
  ['images', 'asset', 'reject'],
  ['all', 'image', 'none'],
  ['all', 'asset', 'none'],
] as const)('--assets %s, a link of kind %s: %s', (assets, kind, verdict) => {
  expect(embeddedNotWanted(assets).decide(linkTo('http://example.org/x', { kind }))).toBe(verdict);
});

test('the reason names the option that would fetch it', () => {
  const rule = embeddedNotWanted('none');
  expect(rule.reason(linkTo('http://example.org/x', { kind: 'image' }))).toContain('--assets images');
  expect(rule.reason(linkTo('http://example.org/x', { kind: 'asset' }))).toContain('--assets all');
});
