import { changeItem, type DiffHtmlLimits } from '../../../presentation/diff/diff-html.ts';
import { joinMoves } from '../../../presentation/diff/shown-changes.ts';
import { escaped, outsideLink } from '../../../presentation/html/document.ts';
import { counted, grouped } from '../../../presentation/in-words.ts';
import { groupTitle } from '../../../presentation/news/news-words.ts';
import type { ChangeGroup, NewsPage, RunNews } from '../../../presentation/news/run-news.ts';
import { readableAddress } from '../../../presentation/readable-address.ts';

/** How many groups the report contains, and how many characters they have together: a browser must still open it. */
const mostGroups = 200;
const mostCharacters = 4_000_000;
/** So many are read from top to bottom; the others open with a click. */
const mostOpen = 12;
/** Pages of one group that are listed; the others are counted. */
const mostPages = 500;
/** Up to so many pages are listed without a click. */
const mostOpenPages = 4;
const limits: DiffHtmlLimits = { context: 160, longest: 2000, most: 60 };

/** The changes of a run, each once, with the pages that have it. */
export async function* groupsHtml(news: RunNews): AsyncGenerator<string> {
  let [shown, characters] = [0, 0];
  for await (const group of news.groups(mostPages)) {
    if (shown >= mostGroups || characters >= mostCharacters) break;
    const html = card(group, shown < mostOpen);
    characters += html.length;
    shown++;
    yield html;
  }
  const left = news.groupCount - shown;
  if (left > 0)
    yield `<p class="note">And ${counted(left, 'more change')}; <code>tidemark report ${escaped(news.project)} --all</code> prints them.</p>\n`;
}

/** A link inside a `summary` could not be reached by everybody, so that the address is repeated as a link below it. */
function card(group: ChangeGroup, isOpen: boolean): string {
  const [page] = group.pages;
  if (page === undefined) return '';
  const isShared = group.pageCount > 1;
  const title = isShared ? escaped(groupTitle(group)) : null;
  const inner = `${changesHtml(group)}${isShared ? pagesHtml(group) : ''}`;
  const ids = isShared ? '' : ` id="page-${escaped(page.file)}" data-page="${escaped(page.file)}"`;
  if (isOpen)
    return `<article class="entry"${ids}><h3>${title ?? newsPageLink(page)}</h3>${inner}</article>\n`;
  const name = title ?? `<bdi>${escaped(readableAddress(page.identity))}</bdi>`;
  const link = isShared ? '' : `<p class="open">${outsideLink(page.url, 'Open the page')}</p>`;
  return `<details class="entry"${ids}><summary><h3>${name}</h3><span class="reason">${summaryOf(group)}</span></summary>${link}${inner}</details>\n`;
}

function summaryOf({ changes, more, reason, pageCount }: ChangeGroup): string {
  return changes.length === 0 || pageCount === 1 ? escaped(reason) : counted(changes.length + more, 'change');
}

function changesHtml({ changes, more, reason, pageCount }: ChangeGroup): string {
  if (changes.length === 0) return `<p class="reason" dir="auto">${escaped(reason)}</p>`;
  const shown = joinMoves(changes.slice(0, limits.most));
  const isInTitle = pageCount > 1 && shown.length === 1 && shown[0]?.section === null;
  const items = shown.map((change) => changeItem(change, limits, !isInTitle));
  const left = Math.max(changes.length - limits.most, 0) + more;
  const note = left === 0 ? '' : `<p class="note">And ${counted(left, 'more change')}.</p>`;
  return `<ol class="diff">\n${items.join('')}</ol>${note}`;
}

function pagesHtml({ pages, pageCount }: ChangeGroup): string {
  const items = pages
    .map((page) => `<li data-page="${escaped(page.file)}">${newsPageLink(page)}</li>`)
    .join('');
  const left = pageCount - pages.length;
  const more = left > 0 ? `<li>and ${grouped(left)} more</li>` : '';
  const list = `<ul class="pages">${items}${more}</ul>`;
  return pageCount <= mostOpenPages
    ? list
    : `<details class="where"><summary>The ${counted(pageCount, 'page')}</summary>${list}</details>`;
}

export function newsPageLink({ url, identity }: NewsPage): string {
  return outsideLink(url, readableAddress(identity));
}
