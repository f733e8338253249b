import { asComparable, type ComparableContent } from '../comparable-content.ts';
import { FingerprintError } from '../errors.ts';
import { combined, type FeatureKind } from '../features/feature.ts';
import { shingleFeatures } from '../features/shingles.ts';

/** What every algorithm over features can be told. */
export interface FeatureOptions {
  /** One kind of features or several together. Default: three words in a row. */
  readonly features?: FeatureKind | readonly FeatureKind[];
  /** The largest distance of near-duplicates. */
  readonly threshold?: number;
}

export function featuresOf({ features }: FeatureOptions): FeatureKind {
  if (features === undefined) return shingleFeatures('words', 3);
  if (!isList(features)) return features;
  if (features.length > 0) return combined(features);
  throw new FingerprintError(
    'FINGERPRINT_OPTION_INVALID',
    'a fingerprint needs at least one kind of features',
  );
}

function isList(features: FeatureKind | readonly FeatureKind[]): features is readonly FeatureKind[] {
  return Array.isArray(features);
}

/** Each feature of a page once, with its weight; the weight of the first counts. */
export function distinctFeatures(
  kind: FeatureKind,
  content: string | ComparableContent,
): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const { text, weight } of kind.of(asComparable(content))) {
    if (!found.has(text)) found.set(text, weight);
  }
  return found;
}

export function wholeNumberOption(name: string, value: number, least: number, most: number): number {
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  throw new FingerprintError(
    'FINGERPRINT_OPTION_INVALID',
    `${name}: ${value} is not a whole number from ${least} to ${most}`,
  );
}
