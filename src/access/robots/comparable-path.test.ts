import fc from 'fast-check';
import { expect, test } from 'vitest';
import { comparable, comparablePath } from './comparable-path.ts';

// RFC 9309 section 2.2.2, the table of examples, and section 2.2.3.
test.each([
  ['/foo/bar?baz=quz', '/foo/bar?baz=quz'],
  ['/foo/bar?baz=http://foo.bar', '/foo/bar?baz=http://foo.bar'],
  ['/foo/bar/ツ', '/foo/bar/%E3%83%84'],
  ['/foo/bar/%E3%83%84', '/foo/bar/%E3%83%84'],
  ['/foo/bar/%e3%83%84', '/foo/bar/%E3%83%84'],
  ['/foo/bar/%62%61%7A', '/foo/bar/baz'],
  ['/a%3cb', '/a%3Cb'],
  ['/a<b', '/a%3Cb'],
  ['/a%2fb', '/a%2Fb'],
  ['/%7Ejim', '/~jim'],
  ['/a*b$', '/a%2Ab%24'],
  ['/100%', '/100%25'],
  ['/a b\u0001', '/a%20b%01'],
  ['/lone\ud800', '/lone%EF%BF%BD'],
])('%s compares as %s', (path, expected) => {
  expect(comparable(path)).toBe(expected);
});

test.each([
  ['http://example.org', '/'],
  ['http://example.org?a=1', '/?a=1'],
  ['http://example.org#a', '/'],
  ['http://user@example.org:8080/p;q?r#f', '/p;q?r'],
  ['//example.org/p', '/p'],
  ['/p//q', '/p//q'],
  ['p', '/p'],
  ['', '/'],
  ['http://example.org//p', '//p'],
  ['/go?to=http://example.org/', '/go?to=http://example.org/'],
])('the path of %s is %s', (url, path) => {
  expect(comparablePath(url)).toBe(path);
});

test('making comparable twice changes nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(comparable(comparable(text))).toBe(comparable(text));
    }),
    { seed: 1, numRuns: 2000 },
  );
});
