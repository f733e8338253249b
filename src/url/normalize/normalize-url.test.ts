import { describe, expect, test } from 'vitest';
import { extendedRules, trackingParameters } from './extended-rules.ts';
import { normalizeUrl } from './normalize-url.ts';
import type { UrlRule } from './standard-rules.ts';
import { standardRules, standardRulesKeepingFragment } from './standard-rules.ts';

const allRules = [...standardRules, ...extendedRules, trackingParameters];

describe('normalising', () => {
  test.each([
    ['eXAMPLE://a/./b/../b/%63/%7bfoo%7d', 'example://a/b/c/%7Bfoo%7D'],
    ['HTTP://www.EXAMPLE.com:80', 'http://www.example.com/'],
    ['  http://h/a b\n ', 'http://h/a%20b'],
    ['http://h\\@evil/', 'http://h/@evil/'],
    ['http://h/?', 'http://h/?'],
    ['http://h/a;p=1/../b;q?x', 'http://h/b;q?x'],
    ['http://h/%252f', 'http://h/%252f'],
    ['http://[2001:DB8::0:1]:80/', 'http://[2001:db8::1]/'],
    ['http://例え.テスト/', 'http://xn--r8jz45g.xn--zckzah/'],
    ['web+demo:/.//not-a-host/', 'web+demo:/.//not-a-host/'],
    ['foo://%41BC', 'foo://abc/'],
    ['foo:a b  #c', normalizeUrl('foo:a b  #d')],
    ['http://h/\ud800', 'http://h/%EF%BF%BD'],
  ])('%j gives %s', (input, expected) => {
    expect(normalizeUrl(input)).toBe(expected);
  });

  test('a link is resolved against its page', () => {
    const base = 'http://a/b/c/d;p?q';
    const resolved = [
      'g',
      './g/',
      '/g',
      '//g',
      '?y',
      'g?y#s',
      ';x',
      '',
      '../../../g',
      'mailto:x@y',
      '#s',
    ].map((link) => normalizeUrl(link, { base }));
    expect(resolved).toEqual([
      'http://a/b/c/g',
      'http://a/b/c/g/',
      'http://a/g',
      'http://g/',
      'http://a/b/c/d;p?y',
      'http://a/b/c/g?y',
      'http://a/b/c/;x',
      'http://a/b/c/d;p?q',
      'http://a/g',
      'mailto:x@y',
      'http://a/b/c/d;p?q',
    ]);
    expect(normalizeUrl('g', { base: new URL(base) })).toBe('http://a/b/c/g');
  });

  test('keeps the fragment when asked to', () => {
    expect(normalizeUrl('HTTP://h/%7e#%7e', { rules: standardRulesKeepingFragment })).toBe('http://h/~#~');
  });

  test('extended rules work together and leave one spelling', () => {
    const spellings = [
      'http://h/A',
      'http://h/a/',
      'http://h/a/index.html',
      'http://h/A/Default.htm?utm_id=1#x',
    ];
    expect(new Set(spellings.map((url) => normalizeUrl(url, { rules: allRules })))).toEqual(
      new Set(['http://h/a']),
    );
  });

  test('rules that produce no URL are an error, and rules that undo each other come to an end', () => {
    const breaking: UrlRule = { name: 'b', why: '', apply: (parts) => ({ ...parts, authority: '' }) };
    expect(() => normalizeUrl('http://h', { rules: [breaking] })).toThrow(
      /The rules turned "http:\/\/h\/" into/,
    );
    const growing: UrlRule = { name: 'g', why: '', apply: (parts) => ({ ...parts, path: `${parts.path}x` }) };
    expect(normalizeUrl('http://h/', { rules: [growing] })).toMatch(/^http:\/\/h\/x+$/);
  });
});
