import { isIdeograph, isWordCharacter } from '../../document/index.ts';

/** The words of a text with their places. Apostrophes and hyphens are between words: "flu's" has the word "flu". */
export interface SplitText {
  /** In lower case and composed (NFC), so that the same word is the same text. */
  readonly words: readonly string[];
  /** Where each word begins in the text, and the character after it. */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

export function splitWords(text: string): SplitText {
  const kinds = wordCharacters();
  const words: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  const add = (start: number, end: number): void => {
    words.push(foldedWord(text.slice(start, end)));
    starts.push(start);
    ends.push(end);
  };
  for (let at = 0; at < text.length; ) {
    const kind = kinds[text.charCodeAt(at)] ?? BETWEEN;
    let end = at + 1;
    if (kind !== BETWEEN) {
      while (end < text.length && kinds[text.charCodeAt(end)] === kind) end++;
      if (kind === UNSPACED) addUnspaced(text, at, end, add);
      else add(at, end);
    }
    at = end;
  }
  return { words, starts, ends };
}

/** A word in the form in which all parts compare it. */
export function foldedWord(word: string): string {
  const lower = word.toLowerCase();
  return /[\u0300-\u036f]/.test(lower) ? lower.normalize('NFC') : lower;
}

let segmenter: Intl.Segmenter | undefined;

/** ICU's dictionaries split Chinese, Japanese, Thai, Lao, Khmer and Burmese, whatever the locale. */
export function addUnspaced(
  text: string,
  from: number,
  to: number,
  add: (start: number, end: number) => void,
): void {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'word' });
  for (const { index, segment } of segmenter.segment(text.slice(from, to))) {
    add(from + index, from + index + segment.length);
  }
}

/** Between words: spaces, signs, punctuation. */
export const BETWEEN = 0;
/** A letter or digit of a script that puts spaces between words. */
const SPACED = 1;
/** A character of a script without spaces between words: only a dictionary shows where words end. */
export const UNSPACED = 2;

/** Thai, Lao, Burmese and Khmer, from the first code point to the last. */
const unspacedScripts: readonly (readonly [number, number])[] = [
  [0x0e00, 0x0eff],
  [0x1000, 0x109f],
  [0x1780, 0x17ff],
];

const PLANE = 0x10000;
let table: Uint8Array | undefined;

/** The class of each UTF-16 unit for splitting words; made on first use. Halves of surrogate pairs count as letters. */
export function wordCharacters(): Uint8Array {
  if (table !== undefined) return table;
  const made = new Uint8Array(PLANE);
  for (let code = 0; code < PLANE; code++) {
    if (isIdeograph(code)) made[code] = UNSPACED;
    else if (isWordCharacter(code)) made[code] = SPACED;
  }
  for (const [first, last] of unspacedScripts) {
    for (let code = first; code <= last; code++) if (made[code] === SPACED) made[code] = UNSPACED;
  }
  table = made;
  return made;
}
