import { type ChangeTextOptions, changeText, wordLines } from '../diff/change-text.ts';
import { joinMoves, type ShownChange } from '../diff/shown-changes.ts';
import { counted, grouped } from '../in-words.ts';
import { areaInWords } from '../place-in-words.ts';
import { printable } from '../printable.ts';
import { readableAddress } from '../readable-address.ts';
import type { Ink } from '../terminal/styled-text.ts';
import { newsSummary } from './news-words.ts';
import type { ChangeGroup, NewsPage, RunNews } from './run-news.ts';

export interface NewsTextOptions {
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
  if (news.isUntold)
    yield `Run ${news.run} did not keep what it told (an earlier version of Tidemark made it): shown is what the rules of now say.`;
  if (!news.isFirst) {
    yield* groups(news, options);
    yield* addresses('New', news.newCount, news.newPages(), 'NEW', options);
    yield* addresses('Gone', news.goneCount, news.gone(), 'MIS', options);
    yield* addresses('Cannot be read', news.failedCount, news.failed(), 'ERR', options);
  }
}

async function* groups(news: RunNews, options: NewsTextOptions): AsyncGenerator<string> {
  let shown = 0;
  for await (const group of news.groups(most.pages)) {
    if (++shown > most.groups) break;
    yield '';
    yield* group.pageCount === 1 ? onePage(group, options) : manyPages(group, options);
  }
  const left = news.groupCount - Math.min(shown, most.groups);
  if (left > 0) yield `\n… and ${counted(left, 'more change')}: tidemark report ${options.commandName}`;
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
  const shown = joinMoves(group.changes);
  const pages = counted(group.pageCount, 'page');
  const [only] = shown;
  if (only !== undefined && shown.length === 1 && isPlain(only)) {
    yield `${ink.paint('bold', `${sharedTitle(only, pages)}:`)}`;
    yield* wordLines(only.change, { ...lines(options), indent: '    ' });
  } else {
    const areas = new Set(group.changes.map(areaInWords));
    const what = areas.size === 1 ? `${capital([...areas][0] ?? '')} changed` : 'The same changes';
    yield ink.paint('bold', `${what} on ${pages}:`);
    yield* changes(group, options, group.pages[0]);
  }
  const names = group.pages.map(({ identity }) => shortAddress(identity, startUrl));
  const left = group.pageCount - names.length;
  yield ink.paint('dim', `  ${names.join(', ')}${left > 0 ? ` and ${grouped(left)} more` : ''}`);
}

/** Whether the words say it all. */
function isPlain({ change: { flag, links, words }, parts }: ShownChange): boolean {
  if (parts > 1 || links.added.length + links.removed.length > 0) return false;
  return flag !== 'changed' || words.some(({ kind }) => kind !== 'same');
}

/** `The footer changed on 79 pages`, `New in the sidebar of 11 pages`. */
function sharedTitle({ change }: ShownChange, pages: string): string {
  const { flag, kind, area } = change;
  const place = area === 'head' ? `the ${kind}` : areaInWords(change);
  switch (flag) {
    case 'changed':
      return `${capital(place)} changed on ${pages}`;
    case 'new':
      return `New in ${place} of ${pages}`;
    case 'gone':
      return `Gone from ${place} of ${pages}`;
    case 'moved':
      return `Moved in ${place} of ${pages}`;
  }
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

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
