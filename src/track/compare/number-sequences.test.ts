import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Segment } from '../../document/index.ts';
import { numberHashes } from './number-sequences.ts';

const segment = (high: number, low: number) => ({ high, low }) as Segment;

describe('segments as numbers', () => {
  test('equal hashes have equal numbers in both versions, and no others do', () => {
    // Few values of each lane, at the ends of their range: many pairs are equal in one lane only.
    const lane = fc.constantFrom(0, 1, 0x7fffffff, 0x80000000, 0xffffffff);
    const segments = fc.array(fc.tuple(lane, lane), { maxLength: 60 });
    fc.assert(
      fc.property(segments, segments, (last, now) => {
        const { before, after, count } = numberHashes(
          last.map(([high, low]) => segment(high, low)),
          now.map(([high, low]) => segment(high, low)),
        );
        const all = [...last, ...now].map(String);
        const numbers = [...before, ...after];
        for (const [i, hash] of all.entries()) {
          expect(numbers[i] === numbers[0]).toBe(hash === all[0]);
          expect(numbers[i]).toBe(numbers[all.indexOf(hash)]);
        }
        expect(count).toBe(new Set(all).size);
        expect(new Set(numbers).size).toBe(count);
      }),
      { seed: 20261116, numRuns: 300 },
    );
  });

  test('two empty versions have no numbers', () => {
    expect(numberHashes([], [])).toEqual({
      before: new Int32Array(0),
      after: new Int32Array(0),
      count: 0,
    });
  });
});
