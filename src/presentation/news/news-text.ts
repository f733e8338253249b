import { type ChangeTextOptions, changeBody, changeText } from '../diff/change-text.ts';
import { joinMoves } from '../diff/shown-changes.ts';
import { counted, grouped, recomputedInWords } from '../in-words.ts';
import { printable } from '../printable.ts';
import { readableAddress } from '../readable-address.ts';
import type { Ink } from '../terminal/styled-text.ts';
import { groupTitle, newsSummary } from './news-words.ts';
import type { ChangeGroup, NewsPage, RunNews } from './run-news.ts';

interface NewsTextOptions {
  readonly ink: Ink;
  /** Columns of the terminal. */
  readonly width: number;
  /** Where the project starts: addresses below it are shown by their path. */
  readonly startUrl: string;
  /** How the project is named in a command. */
  readonly commandName: string;
}

/** A run may change thousands of pages: what is beyond this is counted. */
const most = { groups: 20, changes: 6, pages: 4, addresses: 10 };
const limits = { context: 80, longest: 600, mostLinks: 4 };

/** What a run tells, line by line: first how much, then the changes themselves, each once. */
export async function* newsText(news: RunNews, options: NewsTextOptions): AsyncGenerator<string> {
  yield options.ink.paint('bold', newsSummary(news));
  if (news.isRecomputed) yield recomputedInWords(news.run);
  if (!news.isFirst) {
    yield* groupsText(news, options);
    yield* addresses('New', news.newCount, news.newPages(), 'NEW', options);
    yield* addresses('Gone', news.goneCount, news.gone(), 'MIS', options);
    yield* addresses('Cannot be read', news.failedCount, news.failed(), 'ERR', options);
  }
}

/** The changes themselves; at most so many groups of them. */
export async function* groupsText(
  news: RunNews,
  options: NewsTextOptions,
  mostGroups = most.groups,
): AsyncGenerator<string> {
  let shown = 0;
  for await (const group of news.groups(most.pages)) {
    if (++shown > mostGroups) break;
    yield '';
    yield* group.pageCount === 1 ? onePage(group, options) : manyPages(group, options);
  }
  const left = news.groupCount - Math.min(shown, mostGroups);
  if (left > 0) yield `\n… and ${counted(left, 'more change')}: tidemark report ${options.commandName} --all`;
}

function* onePage(group: ChangeGroup, options: NewsTextOptions): Generator<string> {
  const { ink } = options;
  const [page] = group.pages;
  if (page === undefined) return;
  yield ink.paint('bold', readableAddress(page.identity));
  if (group.changes.length === 0) yield `  ${printable(group.reason)}`;
  yield* changes(group, options, page);
}

function* manyPages(group: ChangeGroup, options: NewsTextOptions): Generator<string> {
  const { ink, startUrl } = options;
  const [only, ...others] = joinMoves(group.changes);
  yield ink.paint('bold', `${groupTitle(group)}:`);
  if (only !== undefined && others.length === 0 && only.section === null)
    yield* changeBody(only, { ...lines(options), indent: '    ' });
  else yield* changes(group, options, group.pages[0]);
  const names = group.pages.map(({ identity }) => shortAddress(identity, startUrl));
  const left = group.pageCount - names.length;
  yield ink.paint('dim', `  ${names.join(', ')}${left > 0 ? ` and ${grouped(left)} more` : ''}`);
}

function* changes(
  { changes: all, more }: ChangeGroup,
  options: NewsTextOptions,
  page: NewsPage | undefined,
): Generator<string> {
  const shown = joinMoves(all);
  for (const change of shown.slice(0, most.changes))
    yield* changeText(change, { ...lines(options), indent: '  ' });
  const left = Math.max(shown.length - most.changes, 0) + more;
  if (left > 0)
    yield `  … and ${counted(left, 'more change')} on this page: tidemark diff ${page?.file ?? ''}`;
}

const lines = ({ ink, width }: NewsTextOptions): Omit<ChangeTextOptions, 'indent'> => ({
  ink,
  width,
  ...limits,
});

async function* addresses(
  title: string,
  count: number,
  pages: AsyncIterable<NewsPage & { readonly reason?: string }>,
  flag: string,
  { ink, commandName }: NewsTextOptions,
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
