/** A word as the search index has it, with its place in the text. */
export interface SearchWord {
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

/** Longer runs of letters are data, not words; PostgreSQL refuses more than 2,046 bytes. */
const LONGEST = 100;

/** Scripts without spaces between words. Each character is indexed as a word, and a word of several characters is found as a phrase. */
const unspaced =
  '\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmer}\\p{scx=Myanmar}';
/** Largest number of characters in one match: millions of them overflow the stack of the regular expression. */
const AT_ONCE = 1000;
const word = new RegExp(
  `[[${unspaced}]&&\\p{L}]\\p{M}{0,${AT_ONCE}}|([[\\p{L}\\p{N}\\p{M}]--[[${unspaced}]&&\\p{L}]]{1,${AT_ONCE}})`,
  'gv',
);

/** The words of a text, in lower case and without accents, so that "cafe" finds "Café". */
export function* searchWords(text: string): Generator<SearchWord> {
  let end = -1;
  for (const { 0: found, 1: spaced, index } of text.matchAll(word)) {
    // This match continues a run of letters that is longer than one match.
    const goesOn = spaced !== undefined && index === end;
    end = spaced === undefined || found.length < AT_ONCE ? -1 : index + found.length;
    if (goesOn) continue;
    const folded = foldWord(found).slice(0, LONGEST);
    if (folded !== '') yield { word: folded, start: index, end: index + found.length };
  }
}

function foldWord(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range of ASCII
  if (/^[\x00-\x7f]*$/.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]/gu, '');
}
