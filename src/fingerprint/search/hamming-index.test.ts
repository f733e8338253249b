import { describe, expect, it } from 'vitest';
import { hammingDistance } from '../algorithms/crawlhash.ts';
import { FingerprintError } from '../errors.ts';
import { HammingIndex, type NearFingerprint } from './hamming-index.ts';

/** The same numbers for the same seed. */
function numbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state ^ (state >>> 15)) >>> 0;
  };
}

const inOrder = (found: readonly NearFingerprint[]) => found.toSorted((a, b) => a.id - b.id);

describe.each([32, 64] as const)('the index of %d bits', (bits) => {
  const next = numbers(bits);
  const words = bits / 32;
  // Groups of fingerprints that differ in some bits, so that there is something to find.
  const prints = Array.from({ length: 6000 }, () => Uint32Array.from({ length: words }, next));
  for (let i = 0; i < 6000; i += 3) {
    for (const near of [i + 1, i + 2]) {
      const changed = Uint32Array.from(prints[i] as Uint32Array);
      for (let flips = next() % 10; flips > 0; flips--) {
        const bit = next() % bits;
        changed[bit >> 5] = (changed[bit >> 5] as number) ^ (1 << (bit & 31));
      }
      prints[near] = changed;
    }
  }
  const index = new HammingIndex(bits);
  for (const print of prints) index.add(print);

  it.each([0, 1, 2, 3, 4, 5, 6, 7, 8, 17])('finds exactly what is within %d bits', (threshold) => {
    for (let i = 0; i < (threshold > 8 ? 2 : 12); i++) {
      const sought = prints[(i * 199) % 6000] as Uint32Array;
      const expected = prints.flatMap((print, id) => {
        const distance = hammingDistance(print, sought);
        return distance <= threshold ? [{ id, distance }] : [];
      });
      expect(inOrder(index.within(sought, threshold))).toEqual(expected);
    }
  });

  it('finds what was added since', () => {
    const growing = new HammingIndex(bits, 1);
    for (const [id, print] of prints.entries()) {
      expect(growing.add(print)).toBe(id);
      if (id % 500 === 0) expect(growing.within(print, 0).map((found) => found.id)).toContain(id);
    }
    expect(growing.size).toBe(6000);
    expect(growing.bytes).toBeGreaterThan(6000 * 4 * words);
  });

  it('refuses other sizes and thresholds', () => {
    expect(() => index.add(new Uint32Array(3))).toThrow(FingerprintError);
    expect(() => index.within(new Uint32Array(words), 1.5)).toThrow(FingerprintError);
    expect(() => index.within(new Uint32Array(words), bits + 1)).toThrow(FingerprintError);
  });
});
