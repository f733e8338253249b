import { hashHalves, stir } from '../hash/hash-text.ts';
import { distinctFeatures, type FeatureOptions, featuresOf, wholeNumberOption } from './feature-options.ts';
import { type NearDuplicates, nearDuplicates, shareOfDifferentPlaces } from './near-duplicates.ts';

export interface MinhashOptions extends FeatureOptions {
  /** How many minima are kept. The error of a distance is at most about 1 / sqrt(size). Default: 128. */
  readonly size?: number;
}

/**
 * Broder's distance, estimated from a fingerprint of one size for any page: for each of many hash functions, the smallest hash of a
 * feature. Two pages agree in one with the probability of their Jaccard coefficient. Weights are not used.
 */
export function minhash(options: MinhashOptions = {}): NearDuplicates<Uint32Array> {
  const features = featuresOf(options);
  const size = wholeNumberOption('minhash: size', options.size ?? 128, 1, 4096);
  return nearDuplicates({
    name: `minhash${size} of ${features.name}`,
    threshold: options.threshold ?? 0.2,
    farthest: 1,
    fingerprint: (content) => minima(distinctFeatures(features, content).keys(), size),
    distance: shareOfDifferentPlaces,
  });
}

/** The smallest value of each hash function over all features; 2^32 - 1 without features. */
export function minima(features: Iterable<string>, size: number): Uint32Array {
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
