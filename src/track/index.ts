export { compareSegments } from './compare/compare-segments.ts';
export type { SegmentChange, SegmentFlag } from './compare/segment-change.ts';
export { asWritten, type LinkIdentity } from './compare/segment-links.ts';
export { diffOfChange, diffSegments, type SegmentDiff } from './diff/diff-segments.ts';
export { diffWords, type WordChange } from './diff/diff-words.ts';
export { TrackError } from './errors.ts';
export { countFlags, type FlaggedPage, type FlagTotals } from './flags/count-flags.ts';
export { decideFlag } from './flags/decide-flag.ts';
export type { Flag, FlagDecision } from './flags/flag.ts';
export { comparisonOf, confirmedComparison, summaryOf } from './flags/page-comparison.ts';
export type { PageProblem, ShownPage } from './flags/page-problem.ts';
export type { Comparison, PageHistory, PageVisit } from './flags/page-visit.ts';
export { recogniseProblem, recogniseRedirect } from './flags/recognise-problem.ts';
export type { FileFacts } from './listing/file-facts.ts';
export { GoneFiles, type NamedContent } from './listing/gone-files.ts';
export { type FetchOutcome, judgeFetched, judgeUnfetched } from './listing/judge-file.ts';
export { type ListingProblem, ListingProblems } from './listing/listing-problems.ts';
export { type FilePlan, type GoodVersion, type KnownFile, planFile } from './listing/plan-file.ts';
export { type ChangeRate, estimateChangeRate, type RateSample } from './rate/change-rate.ts';
export { packSamples, unpackSamples } from './rate/packed-samples.ts';
export {
  type IntervalLimits,
  type SuggestedInterval,
  suggestInterval,
  usualLimits,
} from './rate/suggest-interval.ts';
export { SeenMemory } from './seen-memory.ts';
export { type ConfirmedChange, type ConfirmOptions, confirmChange } from './volatile/confirm-change.ts';
export { type JudgedChange, type JudgeOptions, judgeChanges } from './volatile/judge-changes.ts';
export { learnVolatile } from './volatile/learn-volatile.ts';
export { mergeRules } from './volatile/merge-rules.ts';
export { type ReviewedRules, reviewRules } from './volatile/review-rules.ts';
export type { Snapshot } from './volatile/snapshot.ts';
export { explainRule, type SegmentPlace, type VolatileRule } from './volatile/volatile-rule.ts';
