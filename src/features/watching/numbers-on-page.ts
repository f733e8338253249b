import { findNumbers, splitWords } from '../../detect/index.ts';
import type { Segment } from '../../document/index.ts';

/** A number as it stands on a page, with what it is an amount of: `34.90 €`. */
export interface NumberOnPage {
  readonly shown: string;
  readonly isAmount: boolean;
  readonly segment: Segment;
  /** Words that name it: beside it, or in the cell before. Empty when there are none. */
  readonly beside: readonly string[];
}

const before = /(?:\p{Sc}|\b[A-Z]{3})\s?$/u;
const after = /^\s?(?:\p{Sc}|%|(?:EUR|USD|GBP|CHF|PLN|CZK|SEK|NOK|DKK|JPY)\b|zł|kč|kr\b)/iu;

/** The number at this place with the sign of a currency before or after it. */
export function withCurrency(text: string, start: number, end: number): string {
  const [left = ''] = before.exec(text.slice(0, start)) ?? [];
  const [right = ''] = left === '' ? (after.exec(text.slice(end)) ?? []) : [];
  return `${left}${text.slice(start, end)}${right}`.replace(/\s+/gu, ' ');
}

/** All numbers of a page, in its order. */
export function numbersOnPage(
  segments: readonly Segment[],
  language: string | null,
): readonly NumberOnPage[] {
  return segments.flatMap((segment, place) =>
    findNumbers(segment.text, language).map(({ start, end, isMoney }) => {
      const shown = withCurrency(segment.text, start, end);
      return {
        shown,
        isAmount: isMoney,
        segment,
        beside: wordsBeside(segment.text, start, end, segments[place - 1]?.text ?? ''),
      };
    }),
  );
}

/** A label of more words is a text of its own. */
const longestLabel = 6;

/** The last words before the number, else the first after it, else those of a short text before. */
function wordsBeside(text: string, start: number, end: number, textBefore: string): readonly string[] {
  const left = namesIn(text.slice(0, start)).slice(-2);
  if (left.length > 0) return left;
  const right = namesIn(text.slice(end)).slice(0, 2);
  if (right.length > 0) return right;
  return splitWords(textBefore).words.length <= longestLabel ? namesIn(textBefore).slice(0, 2) : [];
}

const namesIn = (text: string): readonly string[] =>
  splitWords(text).words.filter((word) => /^\p{L}{3,}$/u.test(word));
