export {
  draftProjectFile,
  type FormSurvey,
  type HttpAccountSurvey,
  type SitemapSurvey,
  type SiteSurvey,
} from './draft/draft-project-file.ts';
export { urlShapes } from './draft/url-shapes.ts';
export { ProjectError } from './errors.ts';
export { type ChannelCheck, checkProject } from './file/checks/check-project.ts';
export { editProjectFile, withHiddenChannels } from './file/edit/edit-project-file.ts';
export { setInProjectFile } from './file/edit/set-values.ts';
export { writeProjectFile, writtenProject } from './file/edit/write-project-file.ts';
export {
  type ProjectFile,
  parseProjectFile,
  readProjectFile,
  typedDetector,
} from './file/parse-project-file.ts';
export {
  type FileProblem,
  ProjectFileError,
  reportFileProblems,
} from './file/problems/project-file-error.ts';
export { type ProjectAddress, projectAddresses } from './file/project-addresses.ts';
export { type ProjectFacts, readProjectFacts } from './file/project-facts.ts';
export type { PageLink } from './file/schema/addresses.ts';
export { type CompareEntry, compareEntry } from './file/schema/compare-entry.ts';
export type { KeepEntry } from './file/schema/crawl-entry.ts';
export type { FieldValue, FormEntry } from './file/schema/form-entry.ts';
export { type NotifyEntry, type NotifyEvent, notifyEvents } from './file/schema/notify-entry.ts';
export {
  addressOf,
  type ProjectDefinition,
  projectFileJsonSchema,
} from './file/schema/project-schema.ts';
export { type SecretReference, secretName, standInFor } from './file/schema/secret-reference.ts';
export type { JsonLoginEntry, JsonValue, SessionEntry } from './file/schema/session-entry.ts';
export type { StatesEntry } from './file/schema/states-entry.ts';
export type { StepEntry, StepKey } from './file/schema/step-entry.ts';
export { type DigestTime, type TimeWindow, weekdays } from './file/schema/time-window.ts';
export {
  fillTemplate,
  parseTemplate,
  type TemplatePart,
  type TemplateValues,
} from './notify/message-template.ts';
export { anyPattern, compileRules } from './rules/compile-rules.ts';
export { RuleCounts, type RuleTableRow } from './rules/rule-counts.ts';
export type { RuleDefinition } from './rules/rule-definition.ts';
export { explainUrl, type UrlExplained } from './rules/rule-set.ts';
export { judgeAnswer, type UserRules } from './rules/user-rules.ts';
export { nextRunAt, type Schedule, type ScheduleHistory, usualSchedule } from './schedule/schedule.ts';
export { Budgets } from './scope/budgets.ts';
export {
  type Candidate,
  type CandidateKind,
  candidateFor,
  candidateKind,
  type ScopeDecision,
  type ScopeRule,
} from './scope/candidate.ts';
export { type FetchedContent, judgeContent } from './scope/content-rules.ts';
export { FileScope, type FoundFile, type SubTree } from './scope/file-scope.ts';
export { scopePrefix } from './scope/place-and-depth.ts';
export {
  type Scope,
  type ScopeSettings,
  scopeSettings,
  standardScope,
  widenedTo,
} from './scope/standard-scope.ts';
