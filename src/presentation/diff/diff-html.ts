import type { WordChange } from '../../track/index.ts';
import { escaped, htmlDocument, outsideLink } from '../html/document.ts';
import { diffStyle, pageStyle } from '../html/style.ts';
import { counted, grouped, moment } from '../in-words.ts';
import { placeInWords } from '../place-in-words.ts';
import { readableAddress } from '../readable-address.ts';
import {
  countedChanges,
  type DiffVersion,
  judgeInWords,
  type PageDiff,
  shortenWords,
  shownChanges,
  subjectInWords,
  type WordLimits,
} from './page-diff.ts';
import { joinMoves, type ShownChange } from './shown-changes.ts';

export interface DiffHtmlLimits extends WordLimits {
  /** Changes that are shown; the others are counted. */
  readonly most: number;
}

const wholePage: DiffHtmlLimits = { context: 400, longest: 20_000, most: 5000 };
/** Links of one change that are listed; the others are counted. */
const mostLinks = 40;

/** A diff as a page of its own. */
export function diffHtml(diff: PageDiff, withNoise: boolean): AsyncGenerator<string> {
  const style = pageStyle + diffStyle;
  return htmlDocument({ title: `What changed: ${diff.url}`, style, script: '' }, wholeBody(diff, withNoise));
}

function* wholeBody(diff: PageDiff, withNoise: boolean): Generator<string> {
  yield `<header>\n<p class="eyebrow">Tidemark · ${escaped(diff.project)} · what changed on</p>\n`;
  yield `<h1 class="page">${outsideLink(diff.url, readableAddress(diff.url))}</h1>\n`;
  yield `<p class="when">${version(diff.from)} → ${version(diff.to)}</p>\n</header>\n<main class="whole">\n`;
  yield* diffFragment(diff, withNoise, wholePage);
  yield '</main>\n<footer>Made by Tidemark.</footer>\n';
}

function version({ run, at }: DiffVersion): string {
  return `run ${run}, ${moment(at)} UTC`;
}

/** The changes as a part of another page. */
function* diffFragment(diff: PageDiff, withNoise: boolean, limits: DiffHtmlLimits): Generator<string> {
  const { from, to, changes } = diff;
  if (from.sha256 === to.sha256) {
    yield '<p class="note">The same version: not a byte differs.</p>\n';
    return;
  }
  if (changes === null) {
    yield `<p class="note">No text to compare. Before: ${counted(from.bytes, 'byte')}, <code>${from.sha256}</code>. `;
    yield `After: ${counted(to.bytes, 'byte')}, <code>${to.sha256}</code>.</p>\n`;
    return;
  }
  const shown = shownChanges(diff, withNoise);
  const hidden = changes.length - shown.length;
  const noise = hidden === 0 ? '' : ` · ${counted(hidden, 'difference')} of noise not shown`;
  const counts =
    countedChanges(shown) ||
    (diff.isWhole ? 'The bytes differ, but no text, link or image does' : 'Nothing in it differs');
  const subject = subjectInWords(diff);
  const judge = judgeInWords(diff);
  for (const note of [subject, judge]) if (note !== null) yield `<p class="note">${escaped(note)}</p>\n`;
  yield `<p class="note">${counts}${noise}</p>\n<ol class="diff">\n`;
  for (const change of joinMoves(shown.slice(0, limits.most))) yield changeItem(change, limits);
  yield '</ol>\n';
  const left = Math.max(shown.length - limits.most, 0) + diff.more;
  if (left > 0) yield `<p class="note">And ${counted(left, 'more change')}.</p>\n`;
}

/** One change as an item of a list; without its place where a title says it already. */
export function changeItem(
  { change, parts, section }: ShownChange,
  limits: WordLimits,
  hasPlace = true,
): string {
  const { flag, kind, isNoise, reason, movedFrom, links, isCut } = change;
  const place = placeInWords(change);
  const from = movedFrom === null ? '' : placeInWords(movedFrom);
  const what =
    section !== null
      ? `moved section “<bdi>${escaped(section)}</bdi>” (${counted(parts, 'part')})`
      : `${flag} ${parts > 1 ? counted(parts, 'part') : kind}`;
  const words = shortenWords(change.words, limits).map(wordHtml).join('');
  const notes = [
    from === '' || from === place ? '' : `was ${from}`,
    isCut ? 'Only the part of this long text is kept in which it differs.' : '',
    isNoise ? `noise: ${reason}` : '',
  ].filter((note) => note !== '');
  const lines = [
    hasPlace ? `<p class="place"><b>${what}</b> <bdi>${escaped(place)}</bdi></p>` : '',
    words === '' || section !== null ? '' : `<p class="words" dir="auto">${words}</p>`,
    linkList(links.removed, links.added),
    ...notes.map((note) => `<p class="note">${escaped(note)}</p>`),
  ];
  return `<li${isNoise ? ' class="noise"' : ''}>${lines.join('')}</li>\n`;
}

function wordHtml({ kind, text }: WordChange): string {
  if (kind === 'same') return escaped(text);
  const space = /^\s*/.exec(text)?.[0] ?? '';
  const tag = kind === 'added' ? 'ins' : 'del';
  return `${space === '' ? '' : ' '}<${tag}>${escaped(text.slice(space.length))}</${tag}>`;
}

/** Addresses are shown, not linked: they are relative, and should not be followed by accident. */
function linkList(removed: readonly string[], added: readonly string[]): string {
  if (removed.length + added.length === 0) return '';
  const items = [
    ...removed.map((url) => `<li>link <del><bdi>${escaped(readableAddress(url))}</bdi></del></li>`),
    ...added.map((url) => `<li>link <ins><bdi>${escaped(readableAddress(url))}</bdi></ins></li>`),
  ];
  const left = items.length - mostLinks;
  const more = left > 0 ? `<li>and ${grouped(left)} more</li>` : '';
  return `<ul class="links">${items.slice(0, mostLinks).join('')}${more}</ul>`;
}
