import type { Flag } from '../../track/index.ts';
import { diffFragment } from '../diff/diff-html.ts';
import { escaped, htmlDocument, outsideLink } from '../html/document.ts';
import { diffStyle, pageStyle } from '../html/style.ts';
import { counted, grouped, moment } from '../in-words.ts';
import { filterScript, reportStyle } from './report-style.ts';
import { aliasesInWords, flagNames, notVisitedInWords, rateInWords } from './report-words.ts';
import {
  flaggedDue,
  flagOrder,
  type ReportPage,
  type RunReport,
  type RunSummary,
  shownReason,
} from './run-report.ts';

export interface ReportHtmlOptions {
  readonly flags: readonly Flag[];
  /** Rows of one flag; the others are counted. */
  readonly mostRows: number;
}

/** How many diffs the report contains, and how many characters they have together: a browser must still open it. */
const mostDiffs = 200;
const mostDiffCharacters = 4_000_000;
/** Up to so many changes are shown open: they are read from top to bottom. */
const mostOpen = 5;
const diffLimits = { context: 160, longest: 2000, most: 60 };

/** A report as one file that needs nothing else. */
export function reportHtml(report: RunReport, options: ReportHtmlOptions): AsyncGenerator<string> {
  const title = `${report.project}, run ${report.run}: what changed`;
  const style = pageStyle + diffStyle + reportStyle;
  return htmlDocument({ title, style, script: filterScript }, body(report, options));
}

async function* body(report: RunReport, options: ReportHtmlOptions): AsyncGenerator<string> {
  yield* head(report);
  yield* totals(report, options.flags);
  yield* changedMost(report);
  yield '<main>\n';
  const diffs = new EmbeddedDiffs(report);
  for (const flag of flagOrder) {
    if (options.flags.includes(flag) && report.totals[flag] > 0) yield* group(report, flag, options, diffs);
  }
  yield '</main>\n';
  yield* rules(report);
  yield '<footer>Made by Tidemark. This file contacts no server.</footer>\n';
}

function* head({ project, startUrl, run, state, startedAt, endedAt }: RunSummary): Generator<string> {
  const until = endedAt === null ? '' : ` to ${moment(endedAt).slice(11)}`;
  yield `<header>\n<p class="eyebrow">Tidemark · what changed on ${outsideLink(startUrl)}</p>\n`;
  yield `<h1><bdi>${escaped(project)}</bdi> <small>run ${run}</small></h1>\n`;
  yield `<p class="when">${moment(startedAt)}${until} UTC, ${state}</p>\n</header>\n`;
}

/** Each total is a switch: the style sheet hides the group whose box is not ticked. */
function* totals(report: RunSummary, flags: readonly Flag[]): Generator<string> {
  yield '<section aria-label="Totals">\n<div class="tiles">\n';
  for (const flag of flagOrder) {
    const count = report.totals[flag];
    const isListed = flags.includes(flag) && count > 0;
    const box = `<input type="checkbox" id="show-${flag}"${isListed ? '' : ' disabled'}${isListed && flag !== 'SAM' ? ' checked' : ''}>`;
    yield `<label class="tile ${flag}" title="Show or hide">${box}<b>${grouped(count)}</b><span>${flagNames[flag]}</span></label>\n`;
  }
  yield `</div>\n${proportions(report)}`;
  const due = counted(report.knownPages?.due ?? flaggedDue(report.totals), 'page');
  const notVisited = notVisitedInWords(report);
  yield `<p class="apart">${due} due${notVisited === '' ? '' : `; not visited: ${notVisited}`}. ${rateInWords(report.sourceRate)} ${aliasesInWords(report.aliases)}</p>\n`;
  for (const notice of report.notices) yield `<p class="apart">${escaped(notice)}</p>\n`;
  yield '<input type="search" id="search" placeholder="Filter by address or reason" aria-label="Filter" hidden>\n</section>\n';
}

/** The totals as a bar. It is a drawing, because the policy allows no style attributes. */
function proportions({ totals: counts }: RunSummary): string {
  const sum = flagOrder.reduce((total, flag) => total + counts[flag], 0);
  if (sum === 0) return '';
  let at = 0;
  const parts = flagOrder.map((flag) => {
    const width = (1000 * counts[flag]) / sum;
    const part = `<rect class="${flag}" x="${at.toFixed(1)}" width="${width.toFixed(1)}" height="6"/>`;
    at += width;
    return counts[flag] === 0 ? '' : part;
  });
  return `<svg class="bar" viewBox="0 0 1000 6" preserveAspectRatio="none" aria-hidden="true">${parts.join('')}</svg>\n`;
}

function* changedMost({ changedMost: pages, sourceRate }: RunSummary): Generator<string> {
  if (pages.length < 2) return;
  yield '<section>\n<h2>Changed most</h2>\n<table>\n';
  for (const { file, identity, words, changedRuns } of pages) {
    const size = words === null ? 'no text' : counted(words, 'word');
    yield `<tr><td class="number">${size}</td><td class="number soft">${changedRuns} of ${sourceRate.runs} runs</td>`;
    yield `<td><a href="#page-${escaped(file)}"><bdi>${escaped(identity)}</bdi></a></td></tr>\n`;
  }
  yield '</table>\n</section>\n';
}

async function* group(
  report: RunReport,
  flag: Flag,
  { mostRows }: ReportHtmlOptions,
  diffs: EmbeddedDiffs,
): AsyncGenerator<string> {
  const total = report.totals[flag];
  yield `<section class="group ${flag}">\n<h2>${capital(flagNames[flag])} <small>${grouped(total)}</small></h2>\n`;
  let shown = 0;
  for await (const page of report.pages([flag])) {
    if (++shown > mostRows) break;
    yield rowHtml(page, flag === 'UPD' ? await diffs.htmlOf(page.file) : null, total <= mostOpen);
  }
  const left = total - Math.min(shown, mostRows);
  if (left > 0) yield `<p class="note">And ${grouped(left)} more; <code>--all</code> writes them all.</p>\n`;
  yield '</section>\n';
}

function rowHtml(page: ReportPage, diff: string | null, isOpen: boolean): string {
  const { file, url, identity, flag } = page;
  const line =
    `<span class="flag">${flag}</span><span class="url">${outsideLink(url, identity)}</span>` +
    `<span class="reason" dir="auto">${escaped(shownReason(page))}</span>`;
  const id = `id="page-${escaped(file)}"`;
  if (diff === null) {
    const hint =
      flag === 'UPD'
        ? `<p class="note"><code>tidemark diff ${escaped(file)}</code> shows the change.</p>`
        : '';
    return `<div class="row" ${id}><div class="line">${line}</div>${hint}</div>\n`;
  }
  return `<details class="row" ${id}${isOpen ? ' open' : ''}><summary class="line">${line}</summary>\n<div class="change">${diff}</div></details>\n`;
}

/** Diffs as HTML, as long as there is room for them. */
class EmbeddedDiffs {
  readonly #report: RunReport;
  #count = 0;
  #characters = 0;

  constructor(report: RunReport) {
    this.#report = report;
  }

  /** Null when there is none, or no room. */
  async htmlOf(file: string): Promise<string | null> {
    if (this.#count >= mostDiffs || this.#characters >= mostDiffCharacters) return null;
    const diff = await this.#report.diff(file);
    if (diff === null) return null;
    const html = [...diffFragment(diff, false, diffLimits)].join('');
    this.#count++;
    this.#characters += html.length;
    return html;
  }
}

function* rules({ rules: learned }: RunSummary): Generator<string> {
  if (learned.length === 0) return;
  yield `<details class="rules">\n<summary><h2>Taken for noise <small>${counted(learned.length, 'learned rule')}</small></h2></summary>\n<table>\n`;
  for (const { id, says } of learned) {
    yield `<tr><td class="number"><code>${escaped(id)}</code></td><td>${escaped(says)}</td></tr>\n`;
  }
  yield '</table>\n<p class="note"><code>tidemark learned explain ID</code> shows the evidence, ';
  yield '<code>tidemark learned off ID</code> switches a rule off.</p>\n</details>\n';
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
