import type { CalibrationReport } from './calibration/calibration-report.ts';
import type { Overview } from './overview/overview.ts';

export { diffHtml } from './diff/diff-html.ts';
export { diffText } from './diff/diff-text.ts';
export {
  changedWords,
  type DiffChange,
  type DiffJudge,
  type DiffVersion,
  diffChanges,
  diffJson,
  type PageDiff,
} from './diff/page-diff.ts';
export { counted, grouped, inDays, moment } from './in-words.ts';
export { lifeText } from './life/life-text.ts';
export { type LifeRule, type LifeVisit, lifeJson, type PageLife } from './life/page-life.ts';
export { newsText } from './news/news-text.ts';
export { newsSummary } from './news/news-words.ts';
export {
  type ChangeGroup,
  hasNews,
  type LastingPages,
  type LostPage,
  type NewsPage,
  newsJson,
  type RunNews,
} from './news/run-news.ts';
export type { Overview, StateContent } from './overview/overview.ts';
export type { ChangedPictures } from './pictures/pictures-html.ts';
export { areaInWords, placeInWords } from './place-in-words.ts';
export { printable } from './printable.ts';
export type { NearDuplicate, NearDuplicateClass } from './report/near-duplicates.ts';
export { reportHtml } from './report/report-html.ts';
export { reportCsv, reportJson } from './report/report-json-csv.ts';
export { reportText } from './report/report-text.ts';
export { reportXml } from './report/report-xml.ts';
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
export { graphDot } from './state-graph/graph-dot.ts';
export { graphJson } from './state-graph/graph-json.ts';
export { graphml } from './state-graph/graphml.ts';
export type { StateChange, StateMatch, StateNews } from './state-graph/state-change.ts';
export { type StateLife, stateLifeJson, stateLifeText } from './state-graph/state-life.ts';
export {
  stateDiffText,
  stateJson,
  stateNewsJson,
  stateNewsText,
} from './state-graph/state-news.ts';
export { type Ink, withoutColors } from './terminal/styled-text.ts';
export { cutEnd, padded, textWidth } from './terminal/text-width.ts';

/** Loaded on first use: no other command needs its parser. */
export const readableText = async (html: string): Promise<string> =>
  (await import('./page-text/readable-text.ts')).readableText(html);

export type { ApiServices, Asking, Caller, Gate, Knock, SentBytes, SentEvent } from './api/index.ts';
export { ApiError, notFound } from './errors.ts';
export {
  CountsByLabel,
  gauge,
  type Metric,
  metricsText,
  metricsType,
  RequestMeter,
} from './metrics/index.ts';
export {
  type AccessVerdict,
  accessTo,
  anonymous,
  browserCookie,
  browserIn,
  changesNothing,
  clientAddress,
  complaintAboutName,
  complaintAboutPassword,
  cookieIn,
  endedSessionCookie,
  isFromOwnPage,
  isOwnHost,
  type KnownUser,
  longestTokenLife,
  mayDo,
  nameOfPrincipal,
  type Principal,
  passwordOf,
  type RouteNeeds,
  sessionCookie,
  sessionIn,
  userNameOf,
} from './people/index.ts';

/** Answers an AI assistant over standard input and output. Loaded on first use. */
export const assistantOverPipes: typeof import('./mcp/assistant-over-pipes.ts').assistantOverPipes = async (
  ...given
) => (await import('./mcp/assistant-over-pipes.ts')).assistantOverPipes(...given);

/** The description of the API. */
export const openApi: (
  ...given: Parameters<typeof import('./api/openapi.ts').openApi>
) => Promise<ReturnType<typeof import('./api/openapi.ts').openApi>> = async (...given) =>
  (await import('./api/openapi.ts')).openApi(...given);

/** The pages of the server, with their scripts and styles. Loaded on first use. */
export const ownPages = (): Promise<typeof import('./api/pages/own-pages.ts')> =>
  import('./api/pages/own-pages.ts');

/** Loaded on first use: only a server needs it. */
export const apiServer: (
  ...given: Parameters<typeof import('./api/index.ts').apiServer>
) => Promise<ReturnType<typeof import('./api/index.ts').apiServer>> = async (...given) =>
  (await import('./api/index.ts')).apiServer(...given);

/** The same: it takes a library for drawing along. */
export async function* overviewHtml(overview: Overview): AsyncGenerator<string> {
  const { overviewHtml: html } = await import('./overview/overview-html.ts');
  yield* html(overview);
}

export const smallPicture = async (png: Uint8Array, width: number): Promise<Uint8Array> =>
  (await import('./overview/small-picture.ts')).smallPicture(png, width);

export { webFilesIn } from './web/web-files.ts';

/** Figures 9 to 15 for somebody's own sites, as one file that needs nothing else. */
export async function* calibrationHtml(report: CalibrationReport): AsyncGenerator<string> {
  const { calibrationHtml: html } = await import('./calibration/calibration-html.ts');
  yield* html(report);
}
