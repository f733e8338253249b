import {
  type ChangedPictures,
  flaggedDue,
  flagOrder,
  type RunReport,
  type RunSummary,
  shownReason,
} from '../../crawl/history/run-report.ts';
import { bytesBlock, dataBlock, exportedFile, linesBlock } from '../../presentation/html/exported-file.ts';
import { counted, moment, recomputedInWords } from '../../presentation/in-words.ts';
import { differingRegions } from '../../presentation/pictures/differing-regions.ts';
import { type Pixels, readPng } from '../../presentation/pictures/png.ts';
import type { ChangeGroup, ChangeSummary } from '../../presentation/summary/change-summary.ts';
import { groupTitle, summaryLine } from '../../presentation/summary/summary-words.ts';
import { withoutColors } from '../../presentation/terminal/styled-text.ts';
import type { Flag } from '../../track/index.ts';
import type {
  ExportedGroup,
  ExportedPicture,
  ExportedPictures,
  ExportedReport,
  ExportedRow,
} from './exported-data.ts';
import { type ExportLimits, exportedChanges, exportedPage, textWidth } from './exported-diff.ts';
import { reportText } from './report/report-text.ts';
import {
  aliasesInWords,
  nearDuplicatesInWords,
  notVisitedInWords,
  rateInWords,
} from './report/report-words.ts';

/** How many groups the file contains, and how many characters they have in total: a browser must be able to open it. */
const mostGroups = 200;
const mostCharacters = 4_000_000;
/** How many pages of one group are listed; the others are counted. */
const mostPages = 500;
const limits: ExportLimits = { context: 160, longest: 2000, most: 60 };
/** How many pages have their pictures shown, and how many bytes these have in total. */
const mostPictured = 40;
const mostBytes = 24_000_000;
/** How many rows of one flag readers without JavaScript see. */
const mostRowsInText = 100;

interface ReportHtmlOptions {
  readonly flags: readonly Flag[];
  /** How many rows of one flag are shown; the others are counted. */
  readonly mostRows: number;
}

/** A report as one self-contained file. */
export function reportHtml(report: RunReport, options: ReportHtmlOptions): AsyncGenerator<string> {
  return exportedFile({
    view: 'report',
    title: `${report.project}, run ${report.run}: what changed`,
    text: reportText(report, {
      ink: withoutColors,
      width: textWidth,
      flags: options.flags.filter((flag) => flag !== 'SAM'),
      mostRows: Math.min(options.mostRows, mostRowsInText),
      hasChanges: true,
      commandName: report.project,
    }),
    data: blocks(report, options),
  });
}

async function* blocks(report: RunReport, options: ReportHtmlOptions): AsyncGenerator<string> {
  yield dataBlock('data', exportedReport(report, options.flags));
  if (options.flags.includes('UPD')) yield* linesBlock('groups', groups(report.summary));
  yield* linesBlock('rows', rows(report, options));
  yield* pictures(report);
}

function exportedReport(report: RunReport, flags: readonly Flag[]): ExportedReport {
  const { project, run, startUrl, state, startedAt, endedAt, totals, summary, notices, sourceRate } = report;
  const until = endedAt === null ? '' : ` to ${moment(endedAt).slice(11)}`;
  return {
    project,
    run,
    start: exportedPage({ file: '', url: startUrl }),
    when: `${moment(startedAt)}${until} UTC, ${state}`,
    summary: flagOrder.every((flag) => totals[flag] === 0) ? null : summaryLine(summary),
    notices: [...(summary.isRecomputed ? [recomputedInWords(run)] : []), ...notices],
    totals,
    flags,
    groupCount: summary.groupCount,
    // A single page cannot be compared with others.
    changedMost: (report.changedMost.length < 2 ? [] : report.changedMost).map((page) => ({
      ...exportedPage(page),
      size: page.words === null ? 'no text' : counted(page.words, 'word'),
      howOften: `${page.changedRuns} of ${sourceRate.runs} runs`,
    })),
    nearDuplicates: (report.nearDuplicates ?? []).map((one) => ({
      says: nearDuplicatesInWords(one),
      pages: one.pages.map(exportedPage),
    })),
    about: aboutInWords(report),
    rules: report.rules.map(({ id, says }) => ({ id, says })),
  };
}

function aboutInWords(report: RunSummary): string {
  const due = counted(report.knownPages?.due ?? flaggedDue(report.totals), 'page');
  const notVisited = notVisitedInWords(report);
  return `${due} due${notVisited === '' ? '' : `; not visited: ${notVisited}`}. ${rateInWords(report.sourceRate)} ${aliasesInWords(report.aliases)}`.trimEnd();
}

async function* groups(summary: ChangeSummary): AsyncGenerator<ExportedGroup> {
  let [shown, characters] = [0, 0];
  for await (const group of summary.groups(mostPages)) {
    if (shown >= mostGroups || characters >= mostCharacters) return;
    const exported = exportedGroup(group);
    characters += JSON.stringify(exported).length;
    shown++;
    yield exported;
  }
}

function exportedGroup(group: ChangeGroup): ExportedGroup {
  const { changes, more, reason, pages, pageCount } = group;
  return {
    title: pageCount > 1 ? groupTitle(group) : null,
    changes: exportedChanges(changes, limits),
    more: Math.max(changes.length - limits.most, 0) + more,
    reason,
    pages: pages.map(exportedPage),
    pageCount,
  };
}

/** Rows of all flags but UPD: updated pages are in the groups. */
async function* rows(report: RunReport, { flags, mostRows }: ReportHtmlOptions): AsyncGenerator<ExportedRow> {
  for (const flag of flagOrder) {
    if (flag === 'UPD' || !flags.includes(flag)) continue;
    let shown = 0;
    for await (const page of report.pages([flag])) {
      if (++shown > mostRows) break;
      yield { ...exportedPage(page), flag, reason: shownReason(page) };
    }
  }
}

async function* pictures(report: RunReport): AsyncGenerator<string> {
  const shown: ExportedPictures[] = [];
  let [bytes, left] = [0, 0];
  for await (const pair of report.pictures()) {
    const { page, before, after } = pair;
    bytes += after.length + (before?.length ?? 0);
    if (shown.length >= mostPictured || bytes > mostBytes) {
      left++;
      continue;
    }
    shown.push({ ...exportedPage(page), ...markedPictures(pair) });
    if (before !== null) yield bytesBlock(`before-${page.file}`, before);
    yield bytesBlock(`after-${page.file}`, after);
  }
  if (shown.length > 0) yield dataBlock('shots', { shown, left });
}

/** What differs between two pictures. */
function markedPictures({
  before,
  after,
}: ChangedPictures): Record<'before' | 'after', ExportedPicture | null> {
  const [old, now] = [before === null ? null : readPng(before), readPng(after)];
  const marked = old === null || now === null ? { before: [], after: [] } : differingRegions(old, now);
  const picture = (pixels: Pixels | null, boxes: ExportedPicture['boxes']): ExportedPicture | null =>
    pixels === null ? null : { width: pixels.width, height: pixels.height, boxes };
  return { before: picture(old, marked.before), after: picture(now, marked.after) };
}
