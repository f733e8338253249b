export { PageDiffer } from './diff-page.ts';
export { explainPage } from './explain-page.ts';
export { explainLearned, type RuleExplained } from './explain-rule.ts';
export { type FoundPage, findPages } from './find-page.ts';
export { findRule, type NamedRule, namedRules, type RuleContent } from './learned-rules.ts';
export { nearestUrls } from './nearest-urls.ts';
export { type ReportRequest, reportRun } from './report-run.ts';
export { switchRule } from './switch-rule.ts';
