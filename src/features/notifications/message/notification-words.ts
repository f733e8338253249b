import type { Notification } from '../../../crawl/events/notification.ts';
import type { TemplateValues } from '../../../project/index.ts';
import type { WordChange } from '../../../track/index.ts';
import { cutText, oneLine, plain, type Span, unpadded } from './renderings.ts';

/** Short enough for the first line of a lock screen. */
const SHORT = 48;
const TITLE = 80;

/** What happened, in a few words: `"34.90 €" is now "29.90 €"`. */
export function changeInWords({ kind, words, detector, pageCount, part = '' }: Notification): string {
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
function sinceInWords({ kind, at, since }: Notification): string {
  if (since === null) return `found on ${minuteOf(at)} UTC`;
  if (kind === 'failing') return `failing since ${minuteOf(since)} UTC`;
  if (kind === 'not visited') return `last visited on ${minuteOf(since)} UTC`;
  return `between ${minuteOf(since)} and ${minuteOf(at)} UTC`;
}

const minuteOf = (at: number): string => new Date(at).toISOString().slice(0, 16).replace('T', ' ');

export function siteOf({ page, project }: Notification): string {
  return URL.parse(page.url)?.host || project;
}

/** The values of all names that a template can use. `most` limits the text before and the text after the change, each. */
export function notificationValues(notification: Notification, most: number): TemplateValues<Span> {
  const { page, otherPages, pageCount, project, kind, place, words, at, detector, link, reason } =
    notification;
  const isWebLink = /^https?:\/\//.test(link);
  return {
    site: text(siteOf(notification)),
    project: text(project),
    kind: text(kind),
    change: text(changeInWords(notification), 'strong'),
    // For a change on several pages, the title of one of them would mislead.
    title: text(pageCount > 1 ? '' : cutText(oneLine(page.title), TITLE)),
    url: linked(page.url),
    place: text(cutText(oneLine(place), TITLE)),
    before: sideOf(words, 'removed', most),
    after: sideOf(words, 'added', most),
    reason: text(cutText(oneLine(reason), most)),
    since: text(sinceInWords(notification)),
    at: text(`${minuteOf(at)} UTC`),
    detector: text(detector ?? ''),
    pages: pageCount > 1 ? otherPagesIn(otherPages, pageCount) : [],
    link: isWebLink ? linked(link) : text(oneLine(link)),
  };
}

const text = (given: string, style: Span['style'] = 'plain'): readonly Span[] =>
  given === '' ? [] : [{ text: oneLine(given), style }];

/** Links only http and https addresses: others, such as `javascript:`, could run code. */
function linked(url: string): readonly Span[] {
  const shown = oneLine(url);
  return [/^https?:\/\//.test(shown) ? { ...plain(shown), url: shown } : plain(shown)];
}

const MOST_NAMED = 3;

function otherPagesIn(pages: Notification['otherPages'], pageCount: number): readonly Span[] {
  const named = pages.slice(0, MOST_NAMED).map(({ url }) => cutText(oneLine(url), TITLE));
  const more = pageCount - 1 - named.length;
  return [plain(named.join(', ') + (more > 0 ? ` and ${more} more` : ''))];
}

/** One side of a change, with the removed or added words marked. */
function sideOf(words: readonly WordChange[], side: 'removed' | 'added', most: number): readonly Span[] {
  if (!words.some(({ kind }) => kind === side)) return [];
  const spans: Span[] = [];
  let left = most;
  for (const { kind, text } of words) {
    if (kind !== side && kind !== 'same') continue;
    const clean = text.replace(/\s+/gu, ' ');
    const room = kind === 'same' ? surroundings(clean, spans.length === 0, Math.min(left, most / 4)) : clean;
    const shown = visible(cutText(room, Math.max(left, 1)));
    if (shown !== '') spans.push({ text: shown, style: kind === 'same' ? 'plain' : kind });
    left -= shown.length;
    if (left <= 0) break;
  }
  return trimmed(spans);
}

/** Shortens unchanged text: keeps the end of the text before the change, or the beginning of the text after it. */
function surroundings(text: string, isBefore: boolean, most: number): string {
  if (text.length <= most) return text;
  return isBefore ? `…${text.slice(-Math.floor(most))}` : cutText(text, Math.floor(most));
}

/** Keeps spaces at the ends: they separate one span from the next. */
function visible(text: string): string {
  const { start, inner, end } = unpadded(text);
  return `${start}${oneLine(inner)}${end}`;
}

function trimmed(spans: readonly Span[]): readonly Span[] {
  return spans.map((span, i) => {
    const text = i === 0 ? span.text.trimStart() : span.text;
    return { ...span, text: i === spans.length - 1 ? text.trimEnd() : text };
  });
}

/** The first change in a few words. `before` is empty when nothing was removed, `after` when nothing was added. */
interface ShortChange {
  readonly before: string;
  readonly after: string;
}

/**
 * The first changed words, extended to whole words: in "34.90 €" and "29.90 €" only the digits before the point differ, but
 * people read prices.
 */
export function shortChange(words: readonly WordChange[], most: number): ShortChange {
  const first = words.findIndex(({ kind }) => kind !== 'same');
  if (first < 0) return { before: '', after: '' };
  // A changed text begins with the space before its first word, unless it begins inside a word.
  const isInWord = first > 0 && !/^\s/.test(words[first]?.text ?? '');
  const start = isInWord ? (words[first - 1]?.text.slice(-most).split(/\s/).at(-1) ?? '') : '';
  let [before, after] = [start, start];
  for (const { kind, text } of words.slice(first)) {
    if (kind === 'removed') before += text;
    else if (kind === 'added') after += text;
    else {
      const [joined = ''] = /^\S*(?:\s(?:\p{Sc}|%|[A-Z]{3})(?![\p{L}\p{N}]))?/u.exec(text) ?? [];
      before += joined;
      after += joined;
      if (joined.length < text.length) break;
    }
  }
  const has = (kind: WordChange['kind']) => words.slice(first).some((word) => word.kind === kind);
  return {
    before: has('removed') && before.trim() !== start ? cutText(oneLine(before), most) : '',
    after: has('added') && after.trim() !== start ? cutText(oneLine(after), most) : '',
  };
}
