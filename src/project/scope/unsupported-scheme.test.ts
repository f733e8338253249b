import { expect, test } from 'vitest';
import { linkTo } from './candidate.example.ts';
import { unsupportedScheme } from './unsupported-scheme.ts';

const rule = unsupportedScheme(new Set(['http', 'https']));

test.each([
  'mailto:a@example.org',
  'javascript:void(0)',
  'tel:123',
  'data:,x',
  'file:///etc/passwd',
  'ftp://example.org/',
])('%s is rejected', (url) => {
  expect(rule.decide(linkTo(url))).toBe('reject');
  expect(rule.reason(linkTo(url))).toContain('http, https');
});

test('http and https are left to other rules', () => {
  expect(rule.decide(linkTo('http://example.org/'))).toBe('none');
  expect(rule.decide(linkTo('https://example.org/'))).toBe('none');
});
