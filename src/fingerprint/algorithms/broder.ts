import { hashNumber } from '../hash/hash-text.ts';
import {
  distinctFeatures,
  type FeatureOptions,
  featuresOf,
  type NearDuplicates,
  nearDuplicates,
} from './near-duplicates.ts';

/** The hashes of a page's features in ascending order, and their weights. */
export interface FeatureSet {
  /** Whole numbers below 2^53. */
  readonly hashes: Float64Array;
  /** The weight of each hash; null when all weigh 1. */
  readonly weights: Float64Array | null;
}

/**
 * Section 8.1.3 of the paper on near-duplicate states: the distance is one minus the Jaccard coefficient of the sets of features, from 0 to 1.
 * With weights, shared features count with the smaller weight, and all features with the larger one. The usual threshold is 0.2 (figure 13).
 */
export function broder(options: FeatureOptions = {}): NearDuplicates<FeatureSet> {
  const features = featuresOf(options);
  return nearDuplicates({
    name: `broder of ${features.name}`,
    threshold: options.threshold ?? 0.2,
    farthest: 1,
    fingerprint: (content) => featureSet(distinctFeatures(features, content)),
    distance: jaccardDistance,
  });
}

export function featureSet(features: ReadonlyMap<string, number>): FeatureSet {
  const weightOf = new Map<number, number>();
  let isWeighted = false;
  for (const [text, weight] of features) {
    weightOf.set(hashNumber(text), weight);
    isWeighted ||= weight !== 1;
  }
  const hashes = Float64Array.from(weightOf.keys()).sort();
  return { hashes, weights: isWeighted ? hashes.map((hash) => weightOf.get(hash) ?? 1) : null };
}

export function jaccardDistance(a: FeatureSet, b: FeatureSet): number {
  const { shared, all } = overlap(a, b);
  return all === 0 ? 0 : 1 - shared / all;
}

/** What both sets have, and what at least one of them has, in weights. */
function overlap(a: FeatureSet, b: FeatureSet): { readonly shared: number; readonly all: number } {
  if (a.weights === null && b.weights === null) {
    const shared = countShared(a.hashes, b.hashes);
    return { shared, all: a.hashes.length + b.hashes.length - shared };
  }
  let shared = 0;
  let all = 0;
  let i = 0;
  let j = 0;
  const weightIn = (set: FeatureSet, place: number) => set.weights?.[place] ?? 1;
  while (i < a.hashes.length || j < b.hashes.length) {
    const left = a.hashes[i] ?? Number.POSITIVE_INFINITY;
    const right = b.hashes[j] ?? Number.POSITIVE_INFINITY;
    if (left === right) {
      const [one, other] = [weightIn(a, i++), weightIn(b, j++)];
      shared += Math.min(one, other);
      all += Math.max(one, other);
    } else all += left < right ? weightIn(a, i++) : weightIn(b, j++);
  }
  return { shared, all };
}

/** How many of the ascending numbers `a` are also in the ascending `b`. */
function countShared(a: Float64Array, b: Float64Array): number {
  let shared = 0;
  let i = 0;
  let j = 0;
  while (i < a.length && j < b.length) {
    const left = a[i] as number;
    const right = b[j] as number;
    if (left === right) shared++;
    if (left <= right) i++;
    if (right <= left) j++;
  }
  return shared;
}
