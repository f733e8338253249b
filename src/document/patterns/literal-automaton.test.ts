import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LiteralAutomaton } from './pattern-index.ts';

const found = (literals: readonly string[], text: string) => {
  const numbers = new Set<number>();
  new LiteralAutomaton(literals).search(text, (number) => numbers.add(number));
  return [...numbers].toSorted((a, b) => a - b).map((number) => literals[number]);
};

test('finds all literals, those inside others and those that overlap as well', () => {
  expect(found(['he', 'she', 'his', 'hers', 'x'], 'uSHErs')).toEqual(['he', 'she', 'hers']);
});

test('letters beyond ASCII are no part of a literal, but for those that a pattern without case takes for one', () => {
  expect(found(['grypa', 'zka', 'kas'], 'ptasia grypa: żółta książka')).toEqual(['grypa']);
  expect(found(['kas'], '\u212aa\u017f')).toEqual(['kas']);
});

test('without literals, nothing is found', () => {
  expect(found([], 'abc')).toEqual([]);
});

test('agrees with looking for each literal by itself', () => {
  const letters = (maxLength: number) =>
    fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength });
  fc.assert(
    fc.property(fc.uniqueArray(letters(5), { maxLength: 12 }), letters(30), (literals, text) => {
      expect(found(literals, text)).toEqual(literals.filter((literal) => text.includes(literal)));
    }),
    { seed: 7, numRuns: 1000 },
  );
});
