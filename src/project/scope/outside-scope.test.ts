import { expect, test } from 'vitest';
import { linkTo } from './candidate.example.ts';
import { outsideScope } from './outside-scope.ts';
import { scopePrefix } from './scope-prefix.ts';

const rule = outsideScope(['https://example.org/docs/', '*.example.net'].map(scopePrefix));

test('a link below any of the prefixes is inside', () => {
  expect(rule.decide(linkTo('http://example.org/docs/a'))).toBe('none');
  expect(rule.decide(linkTo('https://cdn.example.net/'))).toBe('none');
});

test('a link elsewhere is rejected, and so is a redirect', () => {
  expect(rule.decide(linkTo('https://example.org/blog/'))).toBe('reject');
  expect(rule.decide(linkTo('https://example.com/docs/', { kind: 'redirect' }))).toBe('reject');
  expect(rule.reason(linkTo('https://example.org/blog/'))).toBe(
    'example.org/blog/ is not below example.org/docs/ or *.example.net/',
  );
});

test('a picture on another host is part of the page that shows it', () => {
  expect(rule.decide(linkTo('https://images.example.com/a.png', { kind: 'image' }))).toBe('none');
});
