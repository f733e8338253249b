export { draftProjectFile } from './draft/draft-project-file.ts';
export type { FormSurvey, RobotsSurvey, SitemapSurvey, SiteSurvey } from './draft/site-survey.ts';
export { ProjectError } from './errors.ts';
export { checkProject } from './file/check-project.ts';
export { type CompareEntry, compareEntry } from './file/compare-entry.ts';
export type { CrawlEntry } from './file/crawl-entry.ts';
export { editProjectFile } from './file/edit-project-file.ts';
export type { FileProblem } from './file/file-problem.ts';
export type { FieldValue, FormEntry } from './file/form-entry.ts';
export type { LimitsEntry } from './file/limits-entry.ts';
export type { PageLink } from './file/page-link.ts';
export {
  type ProjectFile,
  type ProjectFileOptions,
  parseProjectFile,
  readProjectFile,
} from './file/parse-project-file.ts';
export { ProjectFileError, report as reportFileProblems } from './file/project-file-error.ts';
export { projectFileJsonSchema } from './file/project-json-schema.ts';
export type { ProjectProblem } from './file/project-problem.ts';
export type { ProjectDefinition } from './file/project-schema.ts';
export type { SecretReference } from './file/secret-reference.ts';
export type { FormLogin, Login, SessionEntry } from './file/session-entry.ts';
export { setInProjectFile } from './file/set-values.ts';
export type { StepEntry } from './file/step-entry.ts';
export { addressOf, nameOfStep } from './file/steps-of-project.ts';
export type { TimeWindow } from './file/time-window.ts';
export type { UrlPatternEntry } from './file/url-pattern-entry.ts';
export { complaintIn } from './file/wanted.ts';
export { writeProjectFile } from './file/write-project-file.ts';
export { writtenProject } from './file/written-project.ts';
export { compileRules } from './rules/compile-rules.ts';
export type { AnswerFacts, RuleSubject } from './rules/conditions.ts';
export { explainUrl, type MatchingRule, type UrlExplained } from './rules/explain-url.ts';
export { type RuleCount, RuleCounts, type RuleCountsState, type RuleTableRow } from './rules/rule-counts.ts';
export type {
  Limits,
  QueryConditions,
  RuleConditions,
  RuleDefinition,
  RuleMatch,
} from './rules/rule-definition.ts';
export type { CompiledRule, RuleDecision, RuleDefault, RuleSet } from './rules/rule-set.ts';
export { judgeAnswer, type UserRules } from './rules/user-rules.ts';
export { type BudgetState, Budgets } from './scope/budgets.ts';
export {
  type Candidate,
  type CandidateKind,
  candidateFor,
  candidateKind,
  type ScopeRule,
} from './scope/candidate.ts';
export {
  type ContentRule,
  type ContentSettings,
  defaultContentSettings,
  type FetchedContent,
  judgeContent,
} from './scope/content-rules.ts';
export { FileScope, type FileScopeSettings, type FoundFile, type SubTree } from './scope/file-scope.ts';
export type { AssetChoice } from './scope/kinds-and-extensions.ts';
export { type ScopePrefix, scopePrefix } from './scope/place-and-depth.ts';
export type { Rule, ScopeDecision, Verdict } from './scope/rule.ts';
export {
  type Scope,
  type ScopeSettings,
  scopeSettings,
  standardScope,
  widenedTo,
} from './scope/standard-scope.ts';
