import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FingerprintError } from '../errors.ts';
import { algorithmNames, namedAlgorithm, namedFeatures } from '../settings/named-algorithms.ts';
import { broder } from './broder.ts';
import { bitCount, crawlhash, hammingDistance } from './crawlhash.ts';
import { minhash, superShingles } from './minhash.ts';

const words = 'tide water moon harbour sand ebb flood wave shore pier'.split(' ');
const text = fc.array(fc.constantFrom(...words), { maxLength: 40 }).map((some) => some.join(' '));

describe.each(algorithmNames)('%s', (name) => {
  const method = namedAlgorithm(name, { features: namedFeatures('words:2') });

  it('is symmetric, within its range, and 0 for the same text', () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        const [one, other] = [method.fingerprint(a), method.fingerprint(b)];
        const distance = method.distance(one, other);
        expect(distance).toBe(method.distance(other, one));
        expect(distance).toBeGreaterThanOrEqual(0);
        expect(distance).toBeLessThanOrEqual(method.farthest);
        expect(method.distance(one, method.fingerprint(a))).toBe(0);
        expect(method.isNearDuplicate(one, other)).toBe(distance <= method.threshold);
      }),
    );
  });

  it('does not depend on white space, nor on how often a shingle occurs', () => {
    const once = method.fingerprint('high water at six');
    expect(method.distance(once, method.fingerprint('  high\n water  at\tsix '))).toBe(0);
    const repeated = 'ebb and ebb and ebb';
    expect(method.distance(method.fingerprint(repeated), method.fingerprint(`${repeated} and ebb`))).toBe(0);
  });

  it('tells short texts apart', () => {
    const [yes, no] = [method.fingerprint('Yes'), method.fingerprint('No')];
    expect(method.distance(yes, no)).toBeGreaterThan(0);
  });

  it('refuses a threshold that is out of range', () => {
    expect(() => namedAlgorithm(name, { threshold: 65 })).toThrow(FingerprintError);
    expect(() => namedAlgorithm(name, { threshold: -0.1 })).toThrow(FingerprintError);
  });
});

describe('Hamming distance', () => {
  it('counts bits as a loop over them does', () => {
    fc.assert(
      fc.property(fc.integer(), (word) => {
        expect(bitCount(word)).toBe((word >>> 0).toString(2).replaceAll('0', '').length);
      }),
    );
  });

  it('obeys the triangle inequality', () => {
    const print = fc
      .array(fc.nat({ max: 0xffff_ffff }), { minLength: 2, maxLength: 2 })
      .map((list) => Uint32Array.from(list));
    fc.assert(
      fc.property(print, print, print, (a, b, c) => {
        expect(hammingDistance(a, c)).toBeLessThanOrEqual(hammingDistance(a, b) + hammingDistance(b, c));
      }),
    );
  });

  it('compares only fingerprints of one size', () => {
    expect(() => hammingDistance(new Uint32Array(1), new Uint32Array(2))).toThrow(/same options/);
  });
});

/** Texts of one-letter words that share a known part of them. */
function pairSharing(shared: number, own: number): readonly [string, string] {
  const some = (from: number, count: number) => Array.from({ length: count }, (_, i) => `w${from + i}`);
  return [
    [...some(0, shared), ...some(10_000, own)],
    [...some(0, shared), ...some(20_000, own)],
  ].map((list) => list.join(' ')) as unknown as readonly [string, string];
}

describe('estimates', () => {
  it.each([
    [900, 50],
    [500, 250],
    [100, 450],
  ])('MinHash is near Broder for texts that share %d words and have %d of their own', (shared, own) => {
    const [a, b] = pairSharing(shared, own);
    const features = namedFeatures('words:1');
    const exact = broder({ features });
    const estimate = minhash({ features, size: 512 });
    const expected = exact.distance(exact.fingerprint(a), exact.fingerprint(b));
    expect(estimate.distance(estimate.fingerprint(a), estimate.fingerprint(b))).toBeCloseTo(expected, 1);
  });

  it('pages with one super-shingle in common are near-duplicates, others are not', () => {
    const method = superShingles({ features: namedFeatures('words:1') });
    const [a, b] = pairSharing(990, 5).map(method.fingerprint) as [Uint32Array, Uint32Array];
    expect(method.isNearDuplicate(a, b)).toBe(true);
    const [c, d] = pairSharing(300, 350).map(method.fingerprint) as [Uint32Array, Uint32Array];
    expect(method.isNearDuplicate(c, d)).toBe(false);
  });

  it('64 bits of Crawlhash are independent of each other: unrelated texts differ in about half of them', () => {
    const method = crawlhash({ bits: 64 });
    const prints = Array.from({ length: 60 }, (_, i) =>
      method.fingerprint(pairSharing(0, 200 + i)[0].replaceAll('w', `v${i}x`)),
    );
    const distances = prints.slice(1).map((print, i) => method.distance(print, prints[i] as Uint32Array));
    const mean = distances.reduce((sum, each) => sum + each, 0) / distances.length;
    expect(mean).toBeGreaterThan(27);
    expect(mean).toBeLessThan(37);
  });
});
