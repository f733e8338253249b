import { expect, test } from 'vitest';
import { ProjectError } from '../errors.ts';
import { covers, scopePrefix, wholeHost } from './scope-prefix.ts';

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
])('"%s" names no place', (text) => {
  expect(() => scopePrefix(text)).toThrow(ProjectError);
});

test('the message says what was wrong and what to write instead', () => {
  expect(() => scopePrefix('http://a b/')).toThrow(/"http:\/\/a b\/".*example\.org\/docs\//);
});

test('the whole host of a start leaves its folder', () => {
  expect(covers(wholeHost('https://example.org/docs/start.html'), 'example.org', '/blog/')).toBe(true);
});
