export { ProjectError } from './errors.ts';
export { type BudgetState, Budgets } from './scope/budgets.ts';
export { type Candidate, type CandidateKind, candidateFor, type ScopeRule } from './scope/candidate.ts';
export { candidateKind } from './scope/candidate-kind.ts';
export type { AssetChoice } from './scope/embedded-not-wanted.ts';
export type { ContentRule, FetchedContent } from './scope/fetched-content.ts';
export type { Rule, ScopeDecision, Verdict } from './scope/rule.ts';
export { type ScopeSettings, scopeSettings, widenedTo } from './scope/scope-settings.ts';
export {
  type ContentSettings,
  defaultContentSettings,
  judgeContent,
} from './scope/standard-content-rules.ts';
export { type Scope, standardScope } from './scope/standard-scope.ts';
