import { type ChangeTextOptions, changeBody, changeText } from '../diff/change-text.ts';
import { joinMoves } from '../diff/shown-changes.ts';
import { counted, grouped, recomputedInWords } from '../in-words.ts';
import { printable } from '../printable.ts';
import { readableAddress } from '../readable-address.ts';
import type { Ink } from '../terminal/styled-text.ts';
import type { ChangeGroup, ChangeSummary, SummaryPage } from './change-summary.ts';
import { groupTitle, summaryLine } from './summary-words.ts';

interface SummaryTextOptions {
  readonly ink: Ink;
  /** Columns of the terminal. */
  readonly width: number;
  /** Where the project starts: addresses below it are shown by their path. */
  readonly startUrl: string;
  /** How the project is named in a command. */
  readonly commandName: string;
}

/** A run may find thousands of changed pages: beyond these limits, they are only counted. */
const most = { groups: 20, changes: 6, pages: 4, addresses: 10 };
const limits = { context: 80, longest: 600, mostLinks: 4 };

/** What a run reports, line by line: first the counts, then the changes themselves, each once. */
export async function* summaryText(
  summary: ChangeSummary,
  options: SummaryTextOptions,
): AsyncGenerator<string> {
  yield options.ink.paint('bold', summaryLine(summary));
  if (summary.isRecomputed) yield recomputedInWords(summary.run);
  if (!summary.isFirst) {
    yield* groupsText(summary, options);
    yield* addresses('New', summary.newCount, summary.newPages(), 'NEW', options);
    yield* addresses('Gone', summary.goneCount, summary.gone(), 'MIS', options);
  }
  yield* addresses('Cannot be read', summary.failedCount, summary.failed(), 'ERR', options);
}

/** The changes themselves, up to a maximum number of groups. */
export async function* groupsText(
  summary: ChangeSummary,
  options: SummaryTextOptions,
  mostGroups = most.groups,
): AsyncGenerator<string> {
  let shown = 0;
  for await (const group of summary.groups(most.pages)) {
    if (++shown > mostGroups) break;
    yield '';
    yield* group.pageCount === 1 ? onePage(group, options) : manyPages(group, options);
  }
  const left = summary.groupCount - Math.min(shown, mostGroups);
  if (left > 0) yield `\n… and ${counted(left, 'more change')}: tidemark report ${options.commandName} --all`;
}

function* onePage(group: ChangeGroup, options: SummaryTextOptions): Generator<string> {
  const { ink } = options;
  const [page] = group.pages;
  if (page === undefined) return;
  yield ink.paint('bold', readableAddress(page.identity));
  if (group.changes.length === 0) yield `  ${printable(group.reason)}`;
  yield* changes(group, options, page);
}

function* manyPages(group: ChangeGroup, options: SummaryTextOptions): Generator<string> {
  const { ink, startUrl } = options;
  const [only, ...others] = joinMoves(group.changes);
  const values = group.haveOwnValues === true ? ', each to another value; the first' : '';
  yield ink.paint('bold', `${groupTitle(group)}${values}:`);
  if (only !== undefined && others.length === 0 && only.section === null)
    yield* changeBody(only, { ...lines(options), indent: '    ' });
  else yield* changes(group, options, group.pages[0]);
  const names = group.pages.map(({ identity }) => shortAddress(identity, startUrl));
  const left = group.pageCount - names.length;
  yield ink.paint('dim', `  ${names.join(', ')}${left > 0 ? ` and ${grouped(left)} more` : ''}`);
}

function* changes(
  { changes: all, more }: ChangeGroup,
  options: SummaryTextOptions,
  page: SummaryPage | undefined,
): Generator<string> {
  const shown = joinMoves(all);
  for (const change of shown.slice(0, most.changes))
    yield* changeText(change, { ...lines(options), indent: '  ' });
  const left = Math.max(shown.length - most.changes, 0) + more;
  if (left > 0)
    yield `  … and ${counted(left, 'more change')} on this page: tidemark diff ${page?.file ?? ''}`;
}

const lines = ({ ink, width }: SummaryTextOptions): Omit<ChangeTextOptions, 'indent'> => ({
  ink,
  width,
  ...limits,
});

async function* addresses(
  title: string,
  count: number,
  pages: AsyncIterable<SummaryPage & { readonly reason?: string }>,
  flag: string,
  { ink, commandName }: SummaryTextOptions,
): AsyncGenerator<string> {
  if (count === 0) return;
  yield `\n${ink.paint('bold', `${title}:`)}`;
  let shown = 0;
  for await (const { url, identity, reason = '' } of pages) {
    if (++shown > most.addresses) break;
    const why = reason.startsWith(`${url}: `) ? reason.slice(url.length + 2) : reason;
    yield `  ${readableAddress(identity)}${why === '' ? '' : ink.paint('dim', `  ${printable(why)}`)}`;
  }
  const left = count - Math.min(shown, most.addresses);
  if (left > 0) yield `  … and ${grouped(left)} more: tidemark report ${commandName} --flag ${flag}`;
}

/** The path, for a page of the host where the project starts. */
function shortAddress(url: string, startUrl: string): string {
  const [page, start] = [URL.parse(url), URL.parse(startUrl)];
  const isNear =
    page !== null && start !== null && page.host === start.host && page.protocol === start.protocol;
  return readableAddress(isNear ? url.slice(page.origin === 'null' ? 0 : page.origin.length) || '/' : url);
}
