import { stir } from '../hash/hash-text.ts';
import { distinctFeatures, type FeatureOptions, featuresOf, wholeNumberOption } from './feature-options.ts';
import { minima } from './minhash.ts';
import { type NearDuplicates, nearDuplicates, shareOfDifferentPlaces } from './near-duplicates.ts';

export interface SuperShingleOptions extends FeatureOptions {
  /** How many super-shingles a page has. Default: 6. */
  readonly groups?: number;
  /** How many shingles are in each. Default: 14. */
  readonly groupSize?: number;
}

/**
 * D10: super-shingles of Broder and others, which are shingles of shingles: a sample of the page's shingles in groups, each group
 * hashed to one number. Pages with one group in common are near-duplicates, so the usual threshold lets all but one differ. Pages
 * with few shingles are missed.
 */
export function superShingles(options: SuperShingleOptions = {}): NearDuplicates<Uint32Array> {
  const features = featuresOf(options);
  const groups = wholeNumberOption('super-shingles: groups', options.groups ?? 6, 1, 256);
  const groupSize = wholeNumberOption('super-shingles: size of a group', options.groupSize ?? 14, 1, 256);
  return nearDuplicates({
    name: `super-shingles ${groups}x${groupSize} of ${features.name}`,
    threshold: options.threshold ?? (groups - 1) / groups,
    farthest: 1,
    fingerprint(content) {
      const sample = minima(distinctFeatures(features, content).keys(), groups * groupSize);
      return Uint32Array.from({ length: groups }, (_, group) =>
        sample
          .subarray(group * groupSize, (group + 1) * groupSize)
          .reduce((hash, value) => stir(Math.imul(hash, 31) + value), group),
      );
    },
    distance: shareOfDifferentPlaces,
  });
}
