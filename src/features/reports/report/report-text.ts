import {
  flaggedDue,
  flagOrder,
  type ReportPage,
  type RunReport,
  shownReason,
} from '../../../crawl/history/run-report.ts';
import { counted, grouped, moment, recomputedInWords } from '../../../presentation/in-words.ts';
import { printable } from '../../../presentation/printable.ts';
import { readableAddress } from '../../../presentation/readable-address.ts';
import { groupsText } from '../../../presentation/summary/summary-text.ts';
import { summaryLine } from '../../../presentation/summary/summary-words.ts';
import type { Ink } from '../../../presentation/terminal/styled-text.ts';
import { cutEnd, cutMiddle, padded } from '../../../presentation/terminal/text-width.ts';
import type { Flag } from '../../../track/index.ts';
import {
  aliasesInWords,
  flagColors,
  flagNames,
  nearDuplicatesInWords,
  notVisitedInWords,
  rateInWords,
} from './report-words.ts';

export interface ReportTextOptions {
  readonly ink: Ink;
  /** Columns of the terminal; rows are cut to this width. */
  readonly width: number;
  readonly flags: readonly Flag[];
  /** How many rows of one flag are shown; the others are counted. */
  readonly mostRows: number;
  /** Whether the changes themselves are shown before the rows. */
  readonly hasChanges: boolean;
  /** Whether every class of near-duplicates is shown, with its pages. */
  readonly hasNearDuplicates?: boolean;
  /** The name of the project as a command needs it. */
  readonly commandName: string;
}

/** A report for people, line by line. Pages are shown by their identity: session ids mean nothing to readers. */
export async function* reportText(report: RunReport, options: ReportTextOptions): AsyncGenerator<string> {
  yield* head(report, options.ink);
  if (options.hasChanges && !report.summary.isFirst)
    yield* groupsText(report.summary, { ...options, startUrl: report.startUrl }, options.mostRows);
  yield* rows(report, options);
  yield* changedMost(report, options);
  yield '';
  yield options.ink.paint('dim', rateInWords(report.sourceRate));
  const aliases = aliasesInWords(report.aliases);
  if (aliases !== '') yield options.ink.paint('dim', aliases);
  yield* duplicates(report, options);
  for (const notice of report.notices) yield printable(notice);
}

function* head(report: RunReport, ink: Ink): Generator<string> {
  const { project, run, state, startedAt, endedAt, totals, knownPages } = report;
  const until = endedAt === null ? '' : ` to ${moment(endedAt).slice(11)}`;
  const title = ink.paint('bold', `${printable(project)}, run ${run}`);
  yield `${title}  ${ink.paint('dim', `${moment(startedAt)}${until} UTC, ${state}`)}`;
  yield '';
  const tiles = flagOrder.map((flag) => {
    const tile = `${grouped(totals[flag])} ${flagNames[flag]}`;
    return ink.paint(totals[flag] === 0 ? 'dim' : flagColors[flag], tile);
  });
  yield tiles.join('   ');
  if (!report.summary.isFirst || report.summary.failedCount > 0) yield summaryLine(report.summary);
  if (report.summary.isRecomputed) yield recomputedInWords(run);
  const due = counted(knownPages?.due ?? flaggedDue(totals), 'page');
  yield ink.paint('dim', `${due} due`);
  const notVisited = notVisitedInWords(report);
  if (notVisited !== '') yield ink.paint('dim', `not visited: ${notVisited}`);
}

async function* rows(report: RunReport, options: ReportTextOptions): AsyncGenerator<string> {
  const { ink, flags, mostRows, width, hasChanges } = options;
  let hasHead = false;
  for (const flag of flagOrder) {
    if (!flags.includes(flag) || report.totals[flag] === 0) continue;
    // Updated pages are left out: their changes, shown before, say more than their flags.
    if (flag === 'UPD' && hasChanges && Number.isFinite(mostRows) && !report.summary.isFirst) continue;
    const widths = columnWidths(width);
    if (!hasHead)
      yield `\n${ink.paint('bold', `flag  ${padded('file', 7)}${padded('page', widths.url)}  reason`)}`;
    hasHead = true;
    let shown = 0;
    for await (const page of report.pages([flag])) {
      if (++shown > mostRows) break;
      yield row(page, widths, ink);
    }
    const left = report.totals[flag] - Math.min(shown, mostRows);
    if (left > 0) yield ink.paint('dim', `      … ${grouped(left)} more; --flag ${flag} lists them all`);
  }
}

interface ColumnWidths {
  readonly url: number;
  readonly reason: number;
}

/** In a pipe nothing is cut, and the column of pages is as wide as most addresses. */
function columnWidths(width: number): ColumnWidths {
  if (!Number.isFinite(width)) return { url: 48, reason: width };
  const room = Math.max(width - 15, 40);
  const url = Math.floor(room * 0.55);
  return { url, reason: room - url };
}

function row(page: ReportPage, widths: ColumnWidths, ink: Ink): string {
  const { flag, file, identity } = page;
  const reason = shownReason(page);
  const isCut = Number.isFinite(widths.reason);
  const address = isCut ? cutMiddle(readableAddress(identity), widths.url) : readableAddress(identity);
  const why = isCut ? cutEnd(printable(reason), widths.reason) : printable(reason);
  return `${ink.paint(flagColors[flag], flag)}   ${padded(file, 7)}${padded(address, widths.url)}  ${why}`;
}

/** How many classes are shown by default. */
const fewClasses = 3;

function* duplicates(
  { nearDuplicates }: RunReport,
  { ink, hasNearDuplicates = false, commandName }: ReportTextOptions,
): Generator<string> {
  const classes = nearDuplicates ?? [];
  if (hasNearDuplicates) {
    if (classes.length === 0) yield 'No two pages are near-duplicates.';
    for (const one of classes) {
      yield `\n${ink.paint('bold', printable(nearDuplicatesInWords(one)))}`;
      for (const { file, identity } of one.pages)
        yield `      ${padded(file, 7)}${printable(readableAddress(identity))}`;
    }
    return;
  }
  for (const one of classes.slice(0, fewClasses))
    yield ink.paint('dim', `${printable(nearDuplicatesInWords(one))}.`);
  if (classes.length > 0)
    yield ink.paint('dim', `Which pages these are: tidemark report ${commandName} --near-duplicates`);
}

function* changedMost(
  { changedMost: pages, sourceRate }: RunReport,
  { ink, width }: ReportTextOptions,
): Generator<string> {
  if (pages.length === 0) return;
  yield `\n${ink.paint('bold', 'changed most')}`;
  for (const { identity, words, changedRuns } of pages) {
    const size = words === null ? 'no text' : counted(words, 'word');
    const often = `${changedRuns} of ${sourceRate.runs} runs`;
    yield `${padded(size, 12)}  ${padded(often, 12)}  ${cutMiddle(readableAddress(identity), Math.max(width - 28, 20))}`;
  }
}
