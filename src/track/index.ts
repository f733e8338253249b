export { comparableVersion } from './budget/comparable-version.ts';
export { compareInBulk, partsInBulk } from './budget/compare-in-bulk.ts';
export { isTooLong, isWithinBudget, twinBudget, visitBudget } from './budget/comparison-budget.ts';
export { compareSegments, type SegmentChange, segmentOf } from './compare/compare-segments.ts';
export type { HashSource } from './compare/number-sequences.ts';
export { sameWords } from './compare/segment-likeness.ts';
export { asWritten, type LinkIdentity, sameLinks } from './compare/segment-links.ts';
export { leavesIn, type Snapshot, snapshotOf } from './compare/snapshot.ts';
export { diffWords, type WordChange } from './diff/diff-words.ts';
export { type Comparison, comparisonOf, confirmedComparison } from './flags/comparison.ts';
export { decideFlag, type Flag, type FlagDecision, type VisitResult } from './flags/decide-flag.ts';
export {
  type PageProblem,
  type PageSigns,
  recogniseProblem,
  recogniseRedirect,
  type ShownPage,
  sharedSignsOfUnknown,
  signsOf,
} from './flags/recognise-problem.ts';
export {
  type AddressedPage,
  hasLostFrame,
  isReplaced,
  keepsFrame,
  type PageParts,
  partsOf,
  phrasesOf,
  saysTheSame,
  shareIn,
} from './flags/recognise-replacement.ts';
export { GoneFiles, type NamedContent } from './listing/gone-files.ts';
export {
  type FileFacts,
  type FileFate,
  fateOfFile,
  isStillGone,
  judgeFetched,
  judgeUnfetched,
  type KnownFile,
  type ListingProblem,
  ListingProblems,
} from './listing/judge-file.ts';
export { type ConfirmedChange, confirmChange } from './noise/confirm-change.ts';
export { judgeChanges } from './noise/judge-changes.ts';
export { type JudgedChange, noisyChange, realChange } from './noise/judged-change.ts';
export { learnVolatileRules, type ReviewedRules, reviewRules } from './noise/learn-rules.ts';
export { quietSegments } from './noise/quiet-segments.ts';
export { observeLists } from './noise/rotating-list.ts';
export { SharedChanges } from './noise/shared-changes.ts';
export { SiteClocks } from './noise/site-clocks.ts';
export { SiteTimes } from './noise/site-times.ts';
export {
  directionOf,
  isInItem,
  type LocationValue,
  numberOf,
  PageValues,
  recurringValues,
} from './noise/values-over-time.ts';
export {
  type ClockRule,
  explainRule,
  mergeRules,
  type RecurringRule,
  type TimeRule,
  type VolatileRule,
} from './noise/volatile-rule.ts';
export {
  type ChangeRate,
  estimateChangeRate,
  packSamples,
  type RateSample,
  type SuggestedInterval,
  sampledDays,
  suggestInterval,
  unpackSamples,
} from './rate/change-rate.ts';
export { ChangeGrouper, groupKeys, type KeyGroup, keysIn } from './reported/group-changes.ts';
export type { PageArea, ReportedChange, ReportedPage, ReportedPlace } from './reported/reported-change.ts';
export { type ComparedVersions, judgeVersions, placesOf, tellChanges } from './reported/tell-changes.ts';
export { HashMemory, type MemoryFormat, SeenMemory } from './seen-memory.ts';
