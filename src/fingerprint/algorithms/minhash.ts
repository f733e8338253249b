import { hashHalves, stir } from '../hash/hash-text.ts';
import {
  type FeatureOptions,
  featuresOf,
  type NearDuplicates,
  numbersOfFeatures,
  wholeNumberOption,
} from './near-duplicates.ts';

export interface MinhashOptions extends FeatureOptions {
  /** How many minima are kept. The error of a distance is at most about 1 / sqrt(size). Default: 128. */
  readonly size?: number;
}

/**
 * Broder's distance, estimated from a fingerprint of fixed size: for each of many hash functions, the smallest hash of a
 * feature. The probability that two pages agree in one of them is their Jaccard coefficient. Weights are not used.
 */
export function minhash(options: MinhashOptions = {}): NearDuplicates<Uint32Array> {
  const size = wholeNumberOption('minhash: size', options.size ?? 128, 1, 4096);
  return numbersOfFeatures({
    name: `minhash${size}`,
    features: featuresOf(options),
    threshold: options.threshold ?? 0.2,
    fingerprint: (features) => minima(features, size),
  });
}

/** The smallest value of each hash function over all features; 2^32 - 1 without features. */
function minima(features: Iterable<string>, size: number): Uint32Array {
  const least = new Uint32Array(size).fill(0xffff_ffff);
  for (const text of features) {
    const { high, low } = hashHalves(text);
    // Double hashing: function i is low + i * step, then stirred, since sums alone would be correlated.
    const step = high | 1;
    let value = low;
    for (let i = 0; i < size; i++) {
      const hash = stir(value);
      if (hash < (least[i] as number)) least[i] = hash;
      value = (value + step) | 0;
    }
  }
  return least;
}

export interface SuperShingleOptions extends FeatureOptions {
  /** How many super-shingles a page has. Default: 6. */
  readonly groups?: number;
  /** How many shingles are in each. Default: 14. */
  readonly groupSize?: number;
}

/**
 * Super-shingles of Broder and others, which are shingles of shingles: a sample of the page's shingles in groups, each group
 * hashed to one number. Pages with one group in common are near-duplicates, so the usual threshold lets all but one differ. Pages
 * with few shingles are missed.
 */
export function superShingles(options: SuperShingleOptions = {}): NearDuplicates<Uint32Array> {
  const groups = wholeNumberOption('super-shingles: groups', options.groups ?? 6, 1, 256);
  const groupSize = wholeNumberOption('super-shingles: size of a group', options.groupSize ?? 14, 1, 256);
  return numbersOfFeatures({
    name: `super-shingles ${groups}x${groupSize}`,
    features: featuresOf(options),
    threshold: options.threshold ?? (groups - 1) / groups,
    fingerprint(features) {
      const sample = minima(features, groups * groupSize);
      return Uint32Array.from({ length: groups }, (_, group) =>
        sample
          .subarray(group * groupSize, (group + 1) * groupSize)
          .reduce((hash, value) => stir(Math.imul(hash, 31) + value), group),
      );
    },
  });
}
