import type { WordChange } from '../../../track/index.ts';
import { cutText, oneLine, type Span, unpadded } from './styled-line.ts';

/** One side of a change: its own words are marked. */
export function sideOf(
  words: readonly WordChange[],
  side: 'removed' | 'added',
  most: number,
): readonly Span[] {
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

/** The end of what comes before the change, or the beginning of what comes after. */
function surroundings(text: string, isBefore: boolean, most: number): string {
  if (text.length <= most) return text;
  return isBefore ? `…${text.slice(-Math.floor(most))}` : cutText(text, Math.floor(most));
}

/** Spaces at the ends stay: they separate one run from the next. */
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

/** The first change in few words: what stood there, and what stands there now. Empty where nothing went or nothing came. */
interface ShortChange {
  readonly before: string;
  readonly after: string;
}

/**
 * The first changed words, made whole: of "34.90 €" and "29.90 €" only the digits before the point differ, but people read
 * prices.
 */
export function shortChange(words: readonly WordChange[], most: number): ShortChange {
  const first = words.findIndex(({ kind }) => kind !== 'same');
  if (first < 0) return { before: '', after: '' };
  // A run begins with the space before its first word, unless it begins inside a word.
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
