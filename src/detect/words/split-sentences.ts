import { beforeAName, beforeANumber, mayEndSentence, months } from './abbreviations.ts';

/** Where a sentence begins in the text, and the character after it. */
export interface Sentence {
  readonly start: number;
  readonly end: number;
}

/** Signs that may end a sentence, and what closes quotes and brackets after them. */
const ending = /([.!?…]+)["'”’»“)\]]*|([。！？｡؟۔।]+)["'”’»)」』）】]*/gu;

/**
 * The sentences of a text, one after the other and without gaps but for spaces. A full stop within a number, an address, an
 * abbreviation or after an initial ends nothing. Thai has no sign for the end of a sentence: there the whole text is one.
 */
export function splitSentences(text: string): readonly Sentence[] {
  const sentences: Sentence[] = [];
  let start = 0;
  const add = (end: number): void => {
    if (text.slice(start, end).trim() !== '') sentences.push({ start, end });
    start = end;
    while (text.charAt(start) === ' ') start++;
  };
  for (const match of text.matchAll(ending)) {
    const [whole, signs] = match;
    const after = match.index + whole.length;
    // Those of other scripts have no second meaning.
    if (signs === undefined || endsHere(text, match.index, signs, after)) add(after);
  }
  if (start < text.length) add(text.length);
  return sentences;
}

function endsHere(text: string, at: number, signs: string, after: number): boolean {
  if (after >= text.length) return true;
  if (text.charAt(after) !== ' ') return false;
  const next = /^[\s"'“„«‚‘([]*(\S+)/u.exec(text.slice(after, after + 60))?.[1] ?? '';
  // "Really?" he asked.
  if (/^\p{Ll}/u.test(next)) return false;
  return signs === '.' ? isFullStop(wordBefore(text, at), next) : true;
}

/** The word before a sign, with the full stops inside it: `z.B`. */
function wordBefore(text: string, at: number): string {
  return /[\p{L}\p{N}\p{M}§.-]*$/u.exec(text.slice(Math.max(0, at - 30), at))?.[0] ?? '';
}

function isFullStop(written: string, next: string): boolean {
  // An initial: J. Kowalski, J.R.R. Tolkien; also the first half of "z. B.".
  if (/^(?:\p{L}\.)*\p{Lu}$/u.test(written) || /^(?:z|d|u|o|т)$/u.test(written)) return false;
  const before = written.toLowerCase();
  if (beforeAName.has(before)) return false;
  if (beforeANumber.has(before)) return !/^\p{N}/u.test(next);
  if (mayEndSentence.has(before)) return /^\p{Lu}/u.test(next);
  if (/^\d{1,2}$/.test(before)) return !months.has(next.toLowerCase().replace(/\W+$/u, ''));
  return true;
}
