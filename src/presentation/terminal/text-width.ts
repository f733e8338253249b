// How many columns text takes in a terminal. Tables must be padded by this, not by `.length`.

/** Most text. Each of these characters takes one column. */
const plain = /^[\u0020-\u007e]*$/;

/** Two columns: Wide and Fullwidth in Unicode's EastAsianWidth.txt. */
const wide =
  /[\p{Emoji_Presentation}\u1100-\u115f\u2329\u232a\u2630-\u2637\u268a-\u268f\u2e80-\u303e\u3041-\u3247\u3250-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6b\uff01-\uff60\uffe0-\uffe6\u{16fe0}-\u{18d08}\u{1aff0}-\u{1b2fb}\u{1d300}-\u{1d376}\u{1f200}-\u{1f265}\u{20000}-\u{3fffd}]/u;

/** No column: marks, the later letters of a Hangul syllable, and what has no width at all. */
const zero = /[\p{Mark}\u1160-\u11ff\ud7b0-\ud7ff\u200b-\u200f\u2060-\u2064\ufeff]/u;

/** Takes two columns whatever its parts: a flag, a family, a heart with its variation selector, a keycap. */
const emoji = /\p{Emoji_Presentation}|\p{Emoji}\u{fe0f}/u;

/** Made when the first text needs it: it takes milliseconds, which would delay every start. */
let segmenter: Intl.Segmenter | null = null;

/** What a reader takes for one character: a letter with its accents, an emoji with its skin tone. */
function charactersOf(text: string): readonly string[] {
  if (plain.test(text)) return [...text];
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** Columns that a text takes in a terminal. */
export function textWidth(text: string): number {
  if (plain.test(text)) return text.length;
  let width = 0;
  for (const character of charactersOf(text)) width += widthOf(character);
  return width;
}

function widthOf(character: string): number {
  if (emoji.test(character)) return 2;
  let width = 0;
  for (const part of character) width += zero.test(part) ? 0 : wide.test(part) ? 2 : 1;
  return width;
}

export function padded(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - textWidth(text)));
}

/** The beginning, with an ellipsis when something is left out. */
export function cutEnd(text: string, width: number): string {
  return textWidth(text) <= width ? text : `${firstOf(charactersOf(text), width - 1).join('')}…`;
}

/** Both ends, because two URLs of a site usually differ at the end. */
export function cutMiddle(text: string, width: number): string {
  if (textWidth(text) <= width) return text;
  const characters = charactersOf(text);
  const head = firstOf(characters, Math.ceil((width - 1) / 3)).join('');
  const tail = firstOf(characters.toReversed(), width - 1 - textWidth(head))
    .toReversed()
    .join('');
  return `${head}…${tail}`;
}

/** As many characters as fit. */
function firstOf(characters: readonly string[], width: number): readonly string[] {
  let left = width;
  const end = characters.findIndex((character) => {
    left -= widthOf(character);
    return left < 0;
  });
  return end === -1 ? characters : characters.slice(0, end);
}
