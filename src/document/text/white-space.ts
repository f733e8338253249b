/** White space as HTML, CSS and feeds have it: space, tab, LF, FF, CR. U+00A0 and its like are not. */
export function isHtmlSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09 || code === 0x0c;
}

export function trimHtmlSpace(text: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && isHtmlSpace(text.charCodeAt(from))) from++;
  while (to > from && isHtmlSpace(text.charCodeAt(to - 1))) to--;
  return from === 0 && to === text.length ? text : text.slice(from, to);
}

/** Runs of white space as one space, none at the ends. */
export function collapseHtmlSpace(text: string): string {
  return trimHtmlSpace(text.replace(/[\t\n\f\r ]+/g, ' '));
}
