export {
  type CompileOptions,
  compileDetector,
  type Detector,
  type DetectorScope,
} from './compile-detectors.ts';
export { detectorSchema } from './detector-schema.ts';
export { type Detected, DetectorSet } from './detector-set.ts';
export { DetectError } from './errors.ts';
export { type AnyKind, detectorKinds } from './kinds/kinds.ts';
export { ResultsMemory } from './memory/results-memory.ts';
export type { DetectorCondition, Finding, Need, ReadSegment, Subject, Term } from './model/condition.ts';
export type { ConditionEntry, DetectorDefinition } from './model/detector-definition.ts';
export type { DetectorKind, KindContext } from './model/detector-kind.ts';
export {
  type FoundNumber,
  type FoundWord,
  type Match,
  type MatchPlace,
  saysMoreThanNew,
} from './model/match.ts';
export type { DetectorNews, NewsSegment, PageEvent, RegionNews } from './model/page-news.ts';
export { eventOfVisit, type FlagsBefore } from './news/page-event.ts';
export { pageNewsOf, titleIn, type VisitedVersion } from './news/page-news-of.ts';
export type { PageSources } from './news/region-news.ts';
export { findNumbers, priceWords, type TextNumber } from './numbers/find-numbers.ts';
export {
  isStemLanguage,
  loadStemmers,
  type Stem,
  type StemLanguage,
  type Stemmers,
  stemLanguages,
} from './stem/stemmers.ts';
export { parseTerse } from './terse/parse-terse.ts';
export { findLanguage } from './words/find-language.ts';
export { foldedWord, splitWords } from './words/split-words.ts';
