import { escaped, htmlDocument, outsideLink } from '../../../presentation/html/document.ts';
import { diffStyle, pageStyle } from '../../../presentation/html/style.ts';
import { counted, grouped, moment, untoldInWords } from '../../../presentation/in-words.ts';
import { newsSummary } from '../../../presentation/news/news-words.ts';
import { picturesHtml, picturesStyle } from '../../../presentation/pictures/pictures-html.ts';
import { readableAddress } from '../../../presentation/readable-address.ts';
import type { Flag } from '../../../track/index.ts';
import { groupsHtml, newsPageLink } from './groups-html.ts';
import { filterScript, reportStyle } from './report-style.ts';
import {
  aliasesInWords,
  flagNames,
  nearDuplicatesInWords,
  notVisitedInWords,
  rateInWords,
} from './report-words.ts';
import {
  flaggedDue,
  flagOrder,
  type ReportPage,
  type RunReport,
  type RunSummary,
  shownReason,
} from './run-report.ts';

interface ReportHtmlOptions {
  readonly flags: readonly Flag[];
  /** Rows of one flag; the others are counted. */
  readonly mostRows: number;
}

/** A report as one file that needs nothing else. */
export function reportHtml(report: RunReport, options: ReportHtmlOptions): AsyncGenerator<string> {
  const title = `${report.project}, run ${report.run}: what changed`;
  const style = pageStyle + diffStyle + reportStyle + picturesStyle;
  return htmlDocument({ title, style, script: filterScript, hasPictures: true }, body(report, options));
}

async function* body(report: RunReport, { flags, mostRows }: ReportHtmlOptions): AsyncGenerator<string> {
  yield* head(report);
  yield '<main>\n';
  yield* totals(report, flags);
  for (const flag of flagOrder) {
    if (!flags.includes(flag) || report.totals[flag] === 0) continue;
    yield `<section class="group ${flag}" data-flag="${flag}" aria-labelledby="group-${flag}">\n`;
    yield `<h2 id="group-${flag}">${capital(flagNames[flag])} <small>${grouped(report.totals[flag])}</small></h2>\n`;
    yield* flag === 'UPD' ? groupsHtml(report.news) : rows(report, flag, mostRows);
    yield '</section>\n';
  }
  yield* picturesHtml(report.pictures());
  yield* changedMost(report);
  yield* duplicates(report);
  yield* about(report);
  yield* rules(report);
  yield '</main>\n<footer>Made by Tidemark. This file contacts no server.</footer>\n';
}

function* head({
  project,
  startUrl,
  run,
  state,
  startedAt,
  endedAt,
  totals: counts,
  news,
  notices,
}: RunReport): Generator<string> {
  const until = endedAt === null ? '' : ` to ${moment(endedAt).slice(11)}`;
  yield `<header>\n<p class="eyebrow">Tidemark · what changed on ${outsideLink(startUrl, readableAddress(startUrl))}</p>\n`;
  yield `<h1><bdi>${escaped(project)}</bdi> <small>run ${run}</small></h1>\n`;
  yield `<p class="when">${moment(startedAt)}${until} UTC, ${state}</p>\n`;
  const isEmpty = flagOrder.every((flag) => counts[flag] === 0);
  if (!isEmpty) yield `<p class="summary">${escaped(newsSummary(news))}</p>\n`;
  for (const notice of [...(news.isUntold ? [untoldInWords(run)] : []), ...notices])
    yield `<p class="apart">${escaped(notice)}</p>\n`;
  yield '</header>\n';
}

/** Each total is a switch: the style sheet hides the group whose box is not ticked. */
function* totals(report: RunSummary, flags: readonly Flag[]): Generator<string> {
  yield '<section aria-label="Totals">\n<div class="tiles">\n';
  for (const flag of flagOrder) {
    const count = report.totals[flag];
    const isListed = flags.includes(flag) && count > 0;
    const box = `<input type="checkbox" id="show-${flag}"${isListed ? '' : ' disabled'}${isListed && flag !== 'SAM' ? ' checked' : ''}>`;
    yield `<label class="tile ${flag}">${box}<b data-count="${flag}">${grouped(count)}</b> <span>${flagNames[flag]}</span></label>\n`;
  }
  yield `</div>\n${proportions(report)}`;
  yield '<div id="filter" hidden><label for="search">Show only what contains</label>\n';
  yield '<input type="search" id="search" autocomplete="off" spellcheck="false"><p id="matches" role="status"></p></div>\n</section>\n';
}

/** What else the run says about the site. */
function* about(report: RunSummary): Generator<string> {
  yield '<section aria-labelledby="about">\n<h2 id="about">About this run</h2>\n';
  const due = counted(report.knownPages?.due ?? flaggedDue(report.totals), 'page');
  const notVisited = notVisitedInWords(report);
  yield `<p class="apart">${due} due${notVisited === '' ? '' : `; not visited: ${notVisited}`}. ${rateInWords(report.sourceRate)} ${aliasesInWords(report.aliases)}</p>\n`;
  yield '</section>\n';
}

function* duplicates({ nearDuplicates }: RunSummary): Generator<string> {
  if (nearDuplicates === null || nearDuplicates.length === 0) return;
  yield '<section aria-labelledby="near-duplicates">\n<h2 id="near-duplicates">Near-duplicates</h2>\n';
  for (const one of nearDuplicates) {
    yield `<details class="rules">\n<summary>${escaped(nearDuplicatesInWords(one))}</summary>\n<ul class="rows">\n`;
    for (const page of one.pages)
      yield `<li class="row"><span class="url">${newsPageLink(page)}</span></li>\n`;
    yield '</ul>\n</details>\n';
  }
  yield '</section>\n';
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
  yield '<section aria-labelledby="changed-most">\n<h2 id="changed-most">Changed most</h2>\n<table>\n';
  yield '<tr><th scope="col">changed</th><th scope="col">how often</th><th scope="col">page</th></tr>\n';
  for (const { words, changedRuns, ...page } of pages) {
    const size = words === null ? 'no text' : counted(words, 'word');
    yield `<tr><td class="number">${size}</td><td class="number soft">${changedRuns} of ${sourceRate.runs} runs</td>`;
    yield `<td>${newsPageLink(page)}</td></tr>\n`;
  }
  yield '</table>\n</section>\n';
}

async function* rows(report: RunReport, flag: Flag, mostRows: number): AsyncGenerator<string> {
  let shown = 0;
  yield '<ul class="rows">\n';
  for await (const page of report.pages([flag])) {
    if (++shown > mostRows) break;
    yield rowHtml(page);
  }
  yield '</ul>\n';
  const left = report.totals[flag] - Math.min(shown, mostRows);
  if (left > 0) yield `<p class="note">And ${grouped(left)} more; <code>--all</code> writes them all.</p>\n`;
}

function rowHtml(page: ReportPage): string {
  const file = escaped(page.file);
  return `<li class="entry row" id="page-${file}" data-page="${file}"><span class="url">${newsPageLink(page)}</span><span class="reason" dir="auto">${escaped(shownReason(page))}</span></li>\n`;
}

function* rules({ rules: learned }: RunSummary): Generator<string> {
  if (learned.length === 0) return;
  yield `<details class="rules">\n<summary><h2>Taken for noise <small>${counted(learned.length, 'learned rule')}</small></h2></summary>\n<table>\n`;
  yield '<tr><th scope="col">rule</th><th scope="col">what it takes for noise</th></tr>\n';
  for (const { id, says } of learned) {
    yield `<tr><td class="number"><code>${escaped(id)}</code></td><td>${escaped(says)}</td></tr>\n`;
  }
  yield '</table>\n<p class="note"><code>tidemark learned explain ID</code> shows the evidence, ';
  yield '<code>tidemark learned off ID</code> switches a rule off.</p>\n</details>\n';
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
