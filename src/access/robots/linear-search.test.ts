import fc from 'fast-check';
import { expect, test } from 'vitest';
import { linearSearch } from './linear-search.ts';

test('finds what indexOf finds', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 60 });
  const piece = fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: 14 });
  fc.assert(
    fc.property(text, piece, fc.nat(70), (haystack, needle, from) => {
      expect(linearSearch(needle).find(haystack, from)).toBe(haystack.indexOf(needle, from));
    }),
    { seed: 1, numRuns: 5000 },
  );
});
