import { describe, expect, test } from 'vitest';
import { ProjectError } from '../errors.ts';
import { candidateExample } from './candidate.example.ts';
import {
  covers,
  markedNofollow,
  outsideScope,
  scopePrefix,
  tooDeep,
  typedByTheUser,
  unsupportedScheme,
  wholeHost,
} from './place-and-depth.ts';

describe('a scope prefix', () => {
  test.each([
    ['https://example.org/docs/', 'example.org', '/docs/a', true],
    ['https://example.org/docs/', 'example.org', '/docs-old/a', false],
    ['https://example.org/docs', 'example.org', '/docs-old/a', true],
    ['example.org/docs/', 'example.org', '/docs/', true],
    ['http://example.org', 'example.org', '/anything', true],
    ['http://example.org', 'example.org.evil.net', '/', false],
    ['http://example.org', 'www.example.org', '/', false],
    ['http://example.org', 'example.org:8080', '/', false],
    ['http://example.org:8080/', 'example.org:8080', '/', true],
    ['localhost:3000/a', 'localhost:3000', '/a', true],
    ['*.example.org', 'a.b.example.org', '/', true],
    ['*.example.org', 'example.org', '/', true],
    ['*.example.org', 'notexample.org', '/', false],
    ['https://*.example.org/docs/', 'en.example.org', '/blog/', false],
    ['EXAMPLE.org', 'example.org', '/', true],
    ['ftp://example.org/pub/', 'example.org', '/pub/a', true],
    ['sftp://example.org:2222/pub/', 'example.org:2222', '/', false],
    ['file:///srv/docs/', '', '/srv/docs/a', true],
  ])('scope %s and %s%s: %s', (prefix, host, path, expected) => {
    expect(covers(scopePrefix(prefix), host, path)).toBe(expected);
  });

  test.each([
    '',
    '   ',
    '/docs/',
    'https://',
    'https:///docs',
    'http://a b/',
    'gopher://example.org/',
    'file://host/folder/',
    '/folder/',
    'http://[1',
  ])('"%s" is not a place', (text) => {
    expect(() => scopePrefix(text)).toThrow(ProjectError);
  });

  test('the message says what is wrong and what to write instead', () => {
    expect(() => scopePrefix('http://a b/')).toThrow(/"http:\/\/a b\/".*example\.org\/docs\//);
  });

  test('the whole host of a start is wider than its folder', () => {
    expect(covers(wholeHost('https://example.org/docs/start.html'), 'example.org', '/blog/')).toBe(true);
  });
});

describe('links out of the scope', () => {
  const rule = outsideScope(['https://example.org/docs/', '*.example.net'].map(scopePrefix));

  test('a link below any of the prefixes is inside', () => {
    expect(rule.decide(candidateExample('http://example.org/docs/a'))).toBe('none');
    expect(rule.decide(candidateExample('https://cdn.example.net/'))).toBe('none');
  });

  test('a link elsewhere is rejected, and so is a redirect', () => {
    expect(rule.decide(candidateExample('https://example.org/blog/'))).toBe('reject');
    expect(rule.decide(candidateExample('https://example.com/docs/', { kind: 'redirect' }))).toBe('reject');
    expect(rule.reason(candidateExample('https://example.org/blog/'))).toBe(
      'example.org/blog/ is not below example.org/docs/ or *.example.net/',
    );
  });

  test('a picture on another host is part of the page that shows it', () => {
    expect(rule.decide(candidateExample('https://images.example.com/a.png', { kind: 'image' }))).toBe('none');
  });
});

describe('schemes', () => {
  const rule = unsupportedScheme(new Set(['http', 'https']));

  test.each([
    'mailto:a@example.org',
    'javascript:void(0)',
    'tel:123',
    'data:,x',
    'file:///etc/passwd',
    'ftp://example.org/',
  ])('%s is rejected', (url) => {
    expect(rule.decide(candidateExample(url))).toBe('reject');
    expect(rule.reason(candidateExample(url))).toContain('http, https');
  });

  test('http and https are left to other rules', () => {
    expect(rule.decide(candidateExample('http://example.org/'))).toBe('none');
    expect(rule.decide(candidateExample('https://example.org/'))).toBe('none');
  });
});

describe('seeds', () => {
  test('a seed is accepted, a link left to other rules', () => {
    expect(typedByTheUser.decide(candidateExample('http://example.org/a.zip', { kind: 'seed' }))).toBe(
      'accept',
    );
    expect(typedByTheUser.decide(candidateExample('http://example.org/a.zip'))).toBe('none');
  });
});

describe('nofollow', () => {
  test('a nofollow link is rejected, another one left to other rules', () => {
    expect(markedNofollow.decide(candidateExample('http://example.org/', { nofollow: true }))).toBe('reject');
    expect(markedNofollow.decide(candidateExample('http://example.org/'))).toBe('none');
    expect(markedNofollow.reason(candidateExample('http://example.org/'))).toBe(
      'the page asks crawlers not to follow this link',
    );
  });
});

describe('depth', () => {
  const at = (depth: number, kind: 'page' | 'image' = 'page') =>
    tooDeep(3).decide(candidateExample('http://example.org/', { depth, kind }));

  test('the last allowed level is followed, the next is not', () => {
    expect(at(3)).toBe('none');
    expect(at(4)).toBe('reject');
  });

  test('the reason says how deep it is and how deep it may be', () => {
    expect(tooDeep(3).reason(candidateExample('http://example.org/', { depth: 4 }))).toBe(
      '4 links from the start; at most 3 are followed',
    );
  });

  test('the pictures of the deepest page belong to it', () => {
    expect(at(4, 'image')).toBe('none');
    expect(at(5, 'image')).toBe('reject');
  });
});
