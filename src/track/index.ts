export { comparableVersion } from './budget/comparable-version.ts';
export { compareInBulk } from './budget/compare-in-bulk.ts';
export { isTooLong, isWithinBudget, twinBudget, visitBudget } from './budget/comparison-budget.ts';
export { partsInBulk } from './budget/hashes-with-links.ts';
export { compareSegments, type SegmentChange, segmentOf } from './compare/compare-segments.ts';
export type { HashSource } from './compare/number-sequences.ts';
export { sameWords } from './compare/segment-likeness.ts';
export { asWritten, type LinkIdentity, sameLinks } from './compare/segment-links.ts';
export { leavesIn, type Snapshot, snapshotOf } from './compare/snapshot.ts';
export { diffWords, type WordChange } from './diff/diff-words.ts';
export { type Comparison, comparisonOf, confirmedComparison } from './flags/comparison.ts';
export { decideFlag, type Flag, type FlagDecision, type VisitResult } from './flags/decide-flag.ts';
export { phrasesOf, shareIn } from './flags/page-phrases.ts';
export { type PageSigns, sharedSignsOfUnknown, signsOf } from './flags/page-signs.ts';
export {
  type PageProblem,
  recogniseProblem,
  recogniseRedirect,
  type ShownPage,
} from './flags/recognise-problem.ts';
export {
  type AddressedPage,
  hasLostFrame,
  isReplaced,
  keepsFrame,
  type PageParts,
  partsOf,
  saysTheSame,
} from './flags/recognise-replacement.ts';
export { HashMemory, type MemoryFormat } from './hash-memory.ts';
export {
  type FileFacts,
  type FileFate,
  fateOfFile,
  isStillGone,
  type KnownFile,
} from './listing/file-fate.ts';
export { GoneFiles, type NamedContent } from './listing/gone-files.ts';
export { judgeFetched, judgeUnfetched } from './listing/judge-file.ts';
export { type ListingProblem, ListingProblems } from './listing/listing-problems.ts';
export { type ConfirmedChange, confirmChange } from './noise/confirm-change.ts';
export { observeLists } from './noise/drawn-list.ts';
export { judgeChanges } from './noise/judge-changes.ts';
export { type JudgedChange, realChange } from './noise/judged-change.ts';
export { learnVolatileRules } from './noise/learn-rules.ts';
export { quietSegments } from './noise/quiet-segments.ts';
export { type ReviewedRules, reviewRules } from './noise/review-rules.ts';
export { SharedChanges } from './noise/shared-changes.ts';
export { SiteTimes } from './noise/site-times.ts';
export { explainRule, mergeRules, type TimeRule, type VolatileRule } from './noise/volatile-rule.ts';
export {
  type ChangeRate,
  estimateChangeRate,
  packSamples,
  type RateSample,
  sampledDays,
  unpackSamples,
} from './rate/change-rate.ts';
export { type SuggestedInterval, suggestInterval } from './rate/suggest-interval.ts';
export { SeenMemory } from './seen-memory.ts';
export { ChangeGrouper, type KeyGroup, keysIn } from './told/group-changes.ts';
export { groupKeys } from './told/group-key.ts';
export { judgeVersions } from './told/judge-versions.ts';
export { type ComparedVersions, tellChanges } from './told/tell-changes.ts';
export type { PageArea, ToldChange, ToldPage, ToldPlace } from './told/told-change.ts';
export { placesOf } from './told/told-places.ts';
