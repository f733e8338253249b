import fc from 'fast-check';
import { expect, test } from 'vitest';
import { alignSequences, longestIncreasing } from './align-sequences.ts';

const sequence = fc.array(fc.nat(8), { maxLength: 40 }).map((values) => Int32Array.from(values));

test('matches equal values, in order, each once', () => {
  fc.assert(
    fc.property(sequence, sequence, (a, b) => {
      let before = -1;
      for (const [i, place] of alignSequences(a, b).entries()) {
        if (place === -1) continue;
        expect(b[place]).toBe(a[i]);
        expect(place).toBeGreaterThan(before);
        before = place;
      }
    }),
    { seed: 1, numRuns: 3000 },
  );
});

test('a sequence matches itself whole', () => {
  fc.assert(
    fc.property(sequence, (a) => {
      expect([...alignSequences(a, a)]).toEqual([...a.keys()]);
    }),
    { seed: 2 },
  );
});

test('the longest chain that grows', () => {
  const pairs = [3, 0, 4, 1, 2, 5].map((to, from) => [from, to] as const);
  expect(longestIncreasing(pairs).map(([, to]) => to)).toEqual([0, 1, 2, 5]);
});

test('a value that occurs twice is not an anchor', () => {
  const [a, b] = [Int32Array.of(0, 1, 2, 3, 4, 5), Int32Array.of(6, 1, 2, 3, 4, 5, 7, 5, 8, 1)];
  expect([...alignSequences(a, b)]).toEqual([-1, 1, 2, 3, 4, 5]);
});
