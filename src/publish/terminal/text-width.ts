/** Characters that take two columns (East Asian Width W and F), or none. Scripts do not tell: `ー` and `、` have none. */
const wide =
  /[\u{1100}-\u{115f}\u{2e80}-\u{303e}\u{3041}-\u{a4cf}\u{a960}-\u{a97f}\u{ac00}-\u{d7a3}\u{f900}-\u{faff}\u{fe30}-\u{fe6f}\u{ff01}-\u{ff60}\u{ffe0}-\u{ffe6}\u{1b000}-\u{1b2ff}\u{20000}-\u{3fffd}\p{Emoji_Presentation}]/u;
const narrow = /[\p{Mark}\u{200b}-\u{200d}]/u;

/** Columns that a text takes in a terminal. */
export function textWidth(text: string): number {
  let width = 0;
  for (const character of text) width += widthOf(character);
  return width;
}

function widthOf(character: string): number {
  if (character <= '\u{2ff}') return 1;
  return wide.test(character) ? 2 : narrow.test(character) ? 0 : 1;
}

export function padded(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - textWidth(text)));
}

/** The beginning, with an ellipsis when something is left out. */
export function cutEnd(text: string, width: number): string {
  return textWidth(text) <= width ? text : `${headOf(text, width - 1)}…`;
}

/** Both ends: what tells two URLs of a site apart stands at the end. */
export function cutMiddle(text: string, width: number): string {
  if (textWidth(text) <= width) return text;
  const head = headOf(text, Math.ceil((width - 1) / 3));
  const rest = [...text].reverse().join('');
  const tail = [...headOf(rest, width - 1 - textWidth(head))].reverse().join('');
  return `${head}…${tail}`;
}

function headOf(text: string, width: number): string {
  let left = width;
  let head = '';
  for (const character of text) {
    left -= widthOf(character);
    if (left < 0) break;
    head += character;
  }
  return head;
}
