import { asComparable, type ComparableContent } from '../comparable-content.ts';
import { FingerprintError } from '../errors.ts';
import { combined, type FeatureKind } from '../features/feature.ts';
import { shingleFeatures } from '../features/shingles.ts';

/**
 * One way to find near-duplicates. Fingerprints are values that can be stored. Only fingerprints of the same algorithm with
 * the same features may be compared.
 */
export interface NearDuplicates<Fingerprint> {
  /** The algorithm and its features, for messages. */
  readonly name: string;
  /** The largest distance of near-duplicates. */
  readonly threshold: number;
  /** The largest distance there is: 1, or the number of bits. */
  readonly farthest: number;
  fingerprint(content: string | ComparableContent): Fingerprint;
  /** 0 for equal fingerprints; symmetric. Throws FINGERPRINT_INCOMPARABLE when the two have different sizes. */
  distance(a: Fingerprint, b: Fingerprint): number;
  /** Whether the distance is at most the threshold. */
  isNearDuplicate(a: Fingerprint, b: Fingerprint): boolean;
}

/** An algorithm without `isNearDuplicate`, which `nearDuplicates` adds after it has checked the threshold. */
type Algorithm<Fingerprint> = Omit<NearDuplicates<Fingerprint>, 'isNearDuplicate'>;

export function nearDuplicates<Fingerprint>(algorithm: Algorithm<Fingerprint>): NearDuplicates<Fingerprint> {
  const { name, threshold, farthest } = algorithm;
  if (!(threshold >= 0 && threshold <= farthest)) {
    throw new FingerprintError(
      'FINGERPRINT_OPTION_INVALID',
      `${name}: a threshold of ${threshold} is not between 0 and ${farthest}`,
    );
  }
  return { ...algorithm, isNearDuplicate: (a, b) => algorithm.distance(a, b) <= threshold };
}

/**
 * An algorithm whose fingerprints are arrays of numbers, compared position by position. They are made from the texts of
 * features; weights are not used.
 */
export function numbersOfFeatures(given: {
  readonly name: string;
  readonly features: FeatureKind;
  readonly threshold: number;
  fingerprint(features: Iterable<string>): Uint32Array;
}): NearDuplicates<Uint32Array> {
  const { name, features, threshold } = given;
  return nearDuplicates({
    name: `${name} of ${features.name}`,
    threshold,
    farthest: 1,
    fingerprint: (content) => given.fingerprint(distinctFeatures(features, content).keys()),
    distance: shareOfDifferentPlaces,
  });
}

/** The share of positions at which two fingerprints of one size differ. */
function shareOfDifferentPlaces(a: Uint32Array, b: Uint32Array): number {
  checkComparable(a, b);
  let different = 0;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) different++;
  return a.length === 0 ? 0 : different / a.length;
}

export function checkComparable(a: { readonly length: number }, b: { readonly length: number }): void {
  if (a.length === b.length) return;
  throw new FingerprintError(
    'FINGERPRINT_INCOMPARABLE',
    `fingerprints of ${a.length} and of ${b.length} words cannot be compared: make both with the same options`,
  );
}

/** The options of every algorithm over features. */
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

/** The distinct features of a page, with their weights. Of equal features, the weight of the first counts. */
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
