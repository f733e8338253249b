import fc from 'fast-check';
import { expect, test } from 'vitest';
import { editDistance } from './edit-distance.ts';

test.each([
  ['', '', 0],
  ['', 'abc', 3],
  ['depth', 'depth', 0],
  ['dept', 'depth', 1],
  ['depth', 'dept', 1],
  ['bandwith', 'bandwidth', 1],
  ['colour', 'color', 1],
  ['kitten', 'sitting', 3],
  ['hte', 'the', 1],
  ['ab', 'ba', 1],
  ['abcd', 'badc', 2],
  ['ca', 'abc', 3],
])('from "%s" to "%s": %i', (a, b, expected) => {
  expect(editDistance(a, b)).toBe(expected);
});

test('with a limit, what is further apart counts as the limit', () => {
  expect(editDistance('kitten', 'sitting', 4)).toBe(3);
  expect(editDistance('kitten', 'sitting', 3)).toBe(3);
  expect(editDistance('kitten', 'sitting', 2)).toBe(2);
  expect(editDistance('a', 'abcdef', 3)).toBe(3);
});

test('is the same in both directions, zero only for equal texts, and at most the longer length', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd'), maxLength: 8 });
  fc.assert(
    fc.property(text, text, (a, b) => {
      const distance = editDistance(a, b);
      expect(editDistance(b, a)).toBe(distance);
      expect(distance === 0).toBe(a === b);
      expect(distance).toBeLessThanOrEqual(Math.max(a.length, b.length));
      expect(distance).toBeGreaterThanOrEqual(Math.abs(a.length - b.length));
    }),
    { seed: 3, numRuns: 500 },
  );
});
