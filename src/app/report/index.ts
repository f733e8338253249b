export { PageDiffer } from './diff-page.ts';
export { explainPage } from './explain-page.ts';
export { type FoundPage, findPages } from './find-page.ts';
export {
  explainLearned,
  findRule,
  type NamedRule,
  namedRules,
  type RuleExplained,
  switchRule,
} from './learned-rules.ts';
export { nearestUrls } from './nearest-urls.ts';
export { textOfBody } from './page-text.ts';
export { runNumbered, type StoredVersion, storedVersions, versionAsOfRun } from './page-versions.ts';
export { pagesEnding } from './pages-ending.ts';
export { RecentNews } from './recent-news.ts';
export { regionsOfPage } from './regions-of-page.ts';
export { newsOfRun, readsPages, reportRun } from './report-run.ts';
