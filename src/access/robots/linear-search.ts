/** Below this length the engine's own search is faster, and its worst case is still a small factor. */
const shortPiece = 8;

/** Finds one text in others in time linear in both, whatever the texts are. */
export interface LinearSearch {
  readonly length: number;
  /** Where the text first stands at or after `from`, or -1. */
  find(text: string, from: number): number;
}

/**
 * Knuth, Morris and Pratt. `indexOf` costs length times length on `aaa...ab` in `aaaa...`, and a robots.txt has room
 * for hundreds of such patterns: enough to stop a crawler for a second on every link.
 */
export function linearSearch(piece: string): LinearSearch {
  const { length } = piece;
  if (length <= shortPiece) return { length, find: (text, from) => text.indexOf(piece, from) };
  let borders: Int32Array | null = null;
  const find = (text: string, from: number): number => {
    if (text.length - from < length) return -1;
    borders ??= bordersOf(piece);
    let matched = 0;
    for (let at = from; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      while (matched > 0 && piece.charCodeAt(matched) !== unit) matched = borders[matched - 1] ?? 0;
      if (piece.charCodeAt(matched) === unit) matched++;
      if (matched === length) return at - length + 1;
    }
    return -1;
  };
  return { length, find };
}

/** For each prefix the length of its longest proper border (a prefix that is also a suffix). */
function bordersOf(piece: string): Int32Array {
  const borders = new Int32Array(piece.length);
  let border = 0;
  for (let at = 1; at < piece.length; at++) {
    const unit = piece.charCodeAt(at);
    while (border > 0 && piece.charCodeAt(border) !== unit) border = borders[border - 1] ?? 0;
    if (piece.charCodeAt(border) === unit) border++;
    borders[at] = border;
  }
  return borders;
}
