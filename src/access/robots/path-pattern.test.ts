import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pathPattern } from './path-pattern.ts';

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

test('wildcards and the end mark count for how specific a pattern is', () => {
  expect(pathPattern('/a*b$').length).toBe(5);
  expect(pathPattern('/ツ').length).toBe(10);
});

/** The definition, written as slowly as it reads. */
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
