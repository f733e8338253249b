import type { Occasion } from '../../../crawl/events/occasion.ts';
import type { TemplateValues } from '../../../project/index.ts';
import { shortChange, sideOf } from './changed-words.ts';
import { cutText, oneLine, plain, type Span } from './styled-line.ts';

/** Few enough for the first line of a lock screen. */
const SHORT = 48;
const TITLE = 80;

/** What happened, in a few words: `"34.90 €" is now "29.90 €"`. */
export function changeInWords({ kind, words, detector, pageCount, part = '' }: Occasion): string {
  const { before, after } = shortChange(words, SHORT);
  const where = pageCount > 1 ? ` on ${pageCount} pages` : '';
  switch (kind) {
    case 'match':
      return `${cutText(oneLine(detector ?? ''), SHORT)}: ${quoted(after === '' ? before : after, 'found')}${where}`;
    case 'changed':
      if (pageCount > 1 && part !== '') return `${part} changed${where}${wordsChanged(before, after)}`;
      if (before !== '' && after !== '') return `"${before}" is now "${after}"${where}`;
      if (after !== '') return `new: "${after}"${where}`;
      return before === '' ? `changed${where}` : `gone: "${before}"${where}`;
    case 'new':
      return pageCount > 1 ? `${pageCount} new pages` : 'new page';
    case 'missing':
      return pageCount > 1 ? `${pageCount} pages are gone` : 'page is gone';
    case 'back':
      return pageCount > 1 ? `${pageCount} pages are back` : 'page is back';
    case 'failing':
      return pageCount > 1 ? `${pageCount} pages cannot be read` : 'cannot be read';
    case 'not visited':
      return 'was not visited';
    case 'test':
      return 'this is a test';
  }
}

/** `: "2025" is now "2026"`; empty when there are no words to show. */
function wordsChanged(before: string, after: string): string {
  if (before !== '' && after !== '') return `: "${before}" is now "${after}"`;
  if (after !== '') return `: new "${after}"`;
  return before === '' ? '' : `: gone "${before}"`;
}

const quoted = (text: string, otherwise: string): string => (text === '' ? otherwise : `"${text}"`);

/** Since when, in full words and in UTC. */
function sinceInWords({ kind, at, since }: Occasion): string {
  if (since === null) return `found on ${minuteOf(at)} UTC`;
  if (kind === 'failing') return `failing since ${minuteOf(since)} UTC`;
  if (kind === 'not visited') return `last visited on ${minuteOf(since)} UTC`;
  return `between ${minuteOf(since)} and ${minuteOf(at)} UTC`;
}

const minuteOf = (at: number): string => new Date(at).toISOString().slice(0, 16).replace('T', ' ');

export function siteOf({ page, project }: Occasion): string {
  return URL.parse(page.url)?.host || project;
}

/** Everything that a template can name, in pieces. `most` bounds the words before and after, each. */
export function occasionValues(occasion: Occasion, most: number): TemplateValues<Span> {
  const { page, otherPages, pageCount, project, kind, place, words, at, detector, link, reason } = occasion;
  const isWebLink = /^https?:\/\//.test(link);
  return {
    site: text(siteOf(occasion)),
    project: text(project),
    kind: text(kind),
    change: text(changeInWords(occasion), 'strong'),
    // What several pages have in common is not about the title of one of them.
    title: text(pageCount > 1 ? '' : cutText(oneLine(page.title), TITLE)),
    url: linked(page.url),
    place: text(cutText(oneLine(place), TITLE)),
    before: sideOf(words, 'removed', most),
    after: sideOf(words, 'added', most),
    reason: text(cutText(oneLine(reason), most)),
    since: text(sinceInWords(occasion)),
    at: text(`${minuteOf(at)} UTC`),
    detector: text(detector ?? ''),
    pages: pageCount > 1 ? otherPagesIn(otherPages, pageCount) : [],
    link: isWebLink ? linked(link) : text(oneLine(link)),
  };
}

const text = (given: string, style: Span['style'] = 'plain'): readonly Span[] =>
  given === '' ? [] : [{ text: oneLine(given), style }];

/** Only the web is linked: nothing that runs. */
function linked(url: string): readonly Span[] {
  const shown = oneLine(url);
  return [/^https?:\/\//.test(shown) ? { ...plain(shown), url: shown } : plain(shown)];
}

const MOST_NAMED = 3;

function otherPagesIn(pages: Occasion['otherPages'], pageCount: number): readonly Span[] {
  const named = pages.slice(0, MOST_NAMED).map(({ url }) => cutText(oneLine(url), TITLE));
  const more = pageCount - 1 - named.length;
  return [plain(named.join(', ') + (more > 0 ? ` and ${more} more` : ''))];
}
