export { diffHtml } from './diff/diff-html.ts';
export { type DiffTextOptions, diffText } from './diff/diff-text.ts';
export {
  changedWords,
  countedChanges,
  type DiffChange,
  type DiffJudge,
  type DiffVersion,
  diffChanges,
  diffJson,
  type PageDiff,
} from './diff/page-diff.ts';
export { counted, grouped, inDays, moment } from './in-words.ts';
export { type LifeTextOptions, lifeText } from './life/life-text.ts';
export { type LifeRule, type LifeVisit, lifeJson, type PageLife } from './life/page-life.ts';
export { newsJson } from './news/news-json.ts';
export { type NewsTextOptions, newsText } from './news/news-text.ts';
export { newsSummary } from './news/news-words.ts';
export {
  type ChangeGroup,
  hasNews,
  type LastingPages,
  type LostPage,
  type NewsPage,
  type RunNews,
} from './news/run-news.ts';
export { areaInWords, placeInWords } from './place-in-words.ts';
export { printable } from './printable.ts';
export { type ReportHtmlOptions, reportHtml } from './report/report-html.ts';
export { reportCsv, reportJson } from './report/report-json-csv.ts';
export { type ReportTextOptions, reportText } from './report/report-text.ts';
export {
  type AliasTotals,
  type ChangedPage,
  type FlagTotals,
  flaggedDue,
  flagOrder,
  type ReportPage,
  type RuleLine,
  type RunReport,
  type RunSummary,
  type SourceRate,
} from './report/run-report.ts';
export { type SnippetPart, snippetOf } from './search/snippet.ts';
export { type Ink, withoutColors } from './terminal/styled-text.ts';
export { cutEnd, cutMiddle, padded, textWidth } from './terminal/text-width.ts';

/** Loaded on first use: no other command needs its parser. */
export const readableText = async (html: string): Promise<string> =>
  (await import('./page-text/readable-text.ts')).readableText(html);
