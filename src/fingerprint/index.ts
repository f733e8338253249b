// Near-duplicates: which pages, or states of a page, are the same to people (D1 to D4, D10, D11). See docs/fingerprints.md.
export { broder, type FeatureSet } from './algorithms/broder.ts';
export { type BucketHashOptions, bucketHash } from './algorithms/bucket-hash.ts';
export { bitsOf, type CrawlhashOptions, crawlhash, hammingDistance } from './algorithms/crawlhash.ts';
export type { FeatureOptions } from './algorithms/feature-options.ts';
export { type MinhashOptions, minhash } from './algorithms/minhash.ts';
export type { NearDuplicates } from './algorithms/near-duplicates.ts';
export { type SuperShingleOptions, superShingles } from './algorithms/super-shingles.ts';
export { crawlhashOfText } from './algorithms/text-crawlhash.ts';
export type { ComparableContent, PageElement } from './comparable-content.ts';
export { FingerprintError } from './errors.ts';
export { combined, type Feature, type FeatureKind, weighted } from './features/feature.ts';
export { anchorFeatures, linkFeatures, metadataFeatures } from './features/page-features.ts';
export { type ShingleUnit, shingleFeatures, shingles } from './features/shingles.ts';
export {
  englishStopWords,
  inverseDocumentFrequency,
  type TermOptions,
  termFeatures,
} from './features/terms.ts';
export { HammingIndex, type NearFingerprint } from './search/hamming-index.ts';
export { contentSetting } from './settings/content.ts';
export { equalitySetting } from './settings/equality.ts';
export { algorithmNames, namedAlgorithm, namedFeatures } from './settings/named-algorithms.ts';
export { namedSetting, type SettingName, settingNames } from './settings/named-settings.ts';
export { RememberedPrints, type SettingUnder } from './settings/remembering-setting.ts';
export { structureSetting } from './settings/structure.ts';
export { readSetting, type SettingPoint, settingAt, writeSetting } from './settings/written-setting.ts';
export type { StructurePrint } from './structure/part.ts';
