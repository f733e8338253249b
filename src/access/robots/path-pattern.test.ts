import fc from 'fast-check';
import { expect, test } from 'vitest';
import { comparable, comparablePath, linearSearch, pathPattern } from './is-allowed.ts';

test.each([
  ['/', '/anything', true],
  ['/fish', '/fish.html', true],
  ['/fish', '/Fish', false],
  ['/fish/', '/fish', false],
  ['/fish*', '/fishheads/yummy.html', true],
  ['/*.php', '/folder/file.php?x', true],
  ['/*.php$', '/folder/file.php', true],
  ['/*.php$', '/folder/file.php?x', false],
  ['/fish*.php', '/fishheads/catfish.php?id=1', true],
  ['/fish*.php', '/Fish.PHP', false],
  ['/a$', '/a', true],
  ['/a$', '/a/', false],
  ['/a$b', '/a%24b', true],
  ['/a*$', '/abc', true],
  ['*', '/x', true],
  ['$', '/x', false],
  ['*$', '/x', true],
  ['/*ab*ab$', '/ab', false],
  ['/*ab*ab$', '/abab', true],
  ['/*a*aa$', '/aa', false],
  ['/file-%2A', '/file-%2A', true],
  ['/file-%2A', '/file-x', false],
  ['fish', '/fish', false],
])('pattern %s and path %s: %s', (pattern, path, expected) => {
  expect(pathPattern(pattern).matches(path)).toBe(expected);
});

test('wildcards and the end mark count towards how specific a pattern is', () => {
  expect(pathPattern('/a*b$').length).toBe(5);
  expect(pathPattern('/ツ').length).toBe(10);
});

/** The definition, written for clarity, not for speed. */
function matchesByDefinition(pattern: string, path: string): boolean {
  if (pattern === '') return true;
  if (pattern === '$') return path === '';
  if (pattern.startsWith('*')) {
    return (
      matchesByDefinition(pattern.slice(1), path) ||
      (path !== '' && matchesByDefinition(pattern, path.slice(1)))
    );
  }
  return path !== '' && path[0] === pattern[0] && matchesByDefinition(pattern.slice(1), path.slice(1));
}

test('a pattern matches exactly what its definition says', () => {
  const pattern = fc
    .tuple(fc.string({ unit: fc.constantFrom('a', 'b', '*'), maxLength: 10 }), fc.constantFrom('', '$'))
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(pattern, fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 12 }), (written, path) => {
      expect(pathPattern(written).matches(path)).toBe(matchesByDefinition(written, path));
    }),
    { seed: 1, numRuns: 5000 },
  );
});

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

test('the linear search finds what indexOf finds', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 60 });
  const piece = fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: 14 });
  fc.assert(
    fc.property(text, piece, fc.nat(70), (haystack, needle, from) => {
      expect(linearSearch(needle).find(haystack, from)).toBe(haystack.indexOf(needle, from));
    }),
    { seed: 1, numRuns: 5000 },
  );
});
