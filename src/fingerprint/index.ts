// Near-duplicates: which pages, or states of a page, are the same to people. See docs/fingerprints.md.
export { broder, type FeatureSet } from './algorithms/broder.ts';
export { type BucketHashOptions, bucketHash } from './algorithms/bucket-hash.ts';
export {
  bitsOf,
  type CrawlhashOptions,
  crawlhash,
  crawlhashOfText,
  hammingDistance,
} from './algorithms/crawlhash.ts';
export {
  type MinhashOptions,
  minhash,
  type SuperShingleOptions,
  superShingles,
} from './algorithms/minhash.ts';
export type { FeatureOptions, NearDuplicates } from './algorithms/near-duplicates.ts';
export type { ComparableContent, PageElement } from './comparable-content.ts';
export { FingerprintError } from './errors.ts';
export {
  anchorFeatures,
  combined,
  type Feature,
  type FeatureKind,
  linkFeatures,
  metadataFeatures,
  weighted,
} from './features/feature.ts';
export { type ShingleUnit, shingleFeatures, shingles } from './features/shingles.ts';
export {
  englishStopWords,
  inverseDocumentFrequency,
  type TermOptions,
  termFeatures,
} from './features/terms.ts';
export { HammingIndex, type NearFingerprint } from './search/hamming-index.ts';
export { algorithmNames, namedAlgorithm, namedFeatures } from './settings/named-algorithms.ts';
export {
  contentSetting,
  equalitySetting,
  namedSetting,
  type SettingName,
  settingNames,
  structureSetting,
} from './settings/named-settings.ts';
export { RememberedPrints, type SettingUnder } from './settings/remembering-setting.ts';
export { readSetting, type SettingPoint, settingAt, writeSetting } from './settings/written-setting.ts';
export type { StructurePrint } from './structure/part.ts';
