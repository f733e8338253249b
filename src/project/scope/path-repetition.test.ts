import fc from 'fast-check';
import { expect, test } from 'vitest';
import { linkTo } from './candidate.example.ts';
import { pathRepetition, repeatedPattern } from './path-repetition.ts';

test.each([
  ['/a/a/a/a', 'a'],
  ['/x/a/a/a/a/y', 'a'],
  ['/a/b/a/b/a/b', 'a/b'],
  ['/shop/a/b/c/a/b/c/a/b/c/', 'a/b/c'],
  ['/////', ''],
])('%s repeats %s', (path, pattern) => {
  expect(repeatedPattern(path)?.split('/').sort()).toEqual(pattern.split('/').sort());
});

test.each(['/', '/a/a/a', '/1/1/1', '/a/b/a/b', '/a/b/a/c/a/d', '/2024/01/01/01', '/en/docs/en/docs'])(
  '%s does not repeat itself',
  (path) => {
    expect(repeatedPattern(path)).toBeNull();
  },
);

test('the reason shows what repeats', () => {
  expect(pathRepetition.reason(linkTo('http://example.org/a/a/a/a'))).toBe('/a comes again and again');
});

test('any pattern of up to six segments is found, wherever it starts', () => {
  const segment = fc.stringMatching(/^[a-z]{1,4}$/);
  fc.assert(
    fc.property(fc.array(segment), fc.array(segment, { minLength: 1, maxLength: 6 }), (before, pattern) => {
      const path = `/${[...before, ...Array.from({ length: 4 }, () => pattern).flat()].join('/')}`;
      expect(repeatedPattern(path)).not.toBeNull();
    }),
    { seed: 1, numRuns: 500 },
  );
});

test('paths of different segments are never taken for a trap', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.stringMatching(/^[a-z0-9]{1,6}$/)), (segments) => {
      expect(repeatedPattern(`/${segments.join('/')}`)).toBeNull();
    }),
    { seed: 2, numRuns: 500 },
  );
});
