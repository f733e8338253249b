import { hashHalves } from '../hash/hash-text.ts';
import {
  type FeatureOptions,
  featuresOf,
  type NearDuplicates,
  numbersOfFeatures,
  wholeNumberOption,
} from './near-duplicates.ts';

export interface BucketHashOptions extends FeatureOptions {
  /** Default: 32. */
  readonly buckets?: number;
}

/**
 * Appendix A, section 6.4 of the paper on near-duplicate states. Features are spread over buckets, and each bucket has a checksum of its features. The distance
 * is the share of buckets whose checksums differ: one changed word changes one or two of them.
 */
export function bucketHash(options: BucketHashOptions = {}): NearDuplicates<Uint32Array> {
  const buckets = wholeNumberOption('bucket-hash: buckets', options.buckets ?? 32, 1, 4096);
  return numbersOfFeatures({
    name: `bucket-hash${buckets}`,
    features: featuresOf(options),
    threshold: options.threshold ?? 0.2,
    fingerprint(features) {
      const sums = new Uint32Array(buckets);
      for (const text of features) {
        const { high, low } = hashHalves(text);
        const bucket = high % buckets;
        // A sum, so that the order of the features does not matter.
        sums[bucket] = (sums[bucket] as number) + low;
      }
      return sums;
    },
  });
}
