import { comparable } from './comparable-path.ts';
import { type LinearSearch, linearSearch } from './linear-search.ts';

/** A path pattern of RFC 9309 section 2.2.3: `*` is any run of characters, a final `$` the end of the path. */
export interface PathPattern {
  /** Octets of the pattern: the longest that matches is the most specific (section 2.2.2). */
  readonly length: number;
  /** Whether it has a `*`, so that a match may walk along the whole path. */
  readonly wild: boolean;
  /** Takes a path made comparable. Costs time linear in path and pattern: no regular expression is built. */
  matches(path: string): boolean;
}

export function pathPattern(written: string): PathPattern {
  const toTheEnd = written.endsWith('$');
  const literals = (toTheEnd ? written.slice(0, -1) : written).split('*');
  const pieces = literals.map(comparable);
  const stars = pieces.length - 1;
  const literalLength = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const length = literalLength + stars + (toTheEnd ? 1 : 0);
  const first = pieces[0] ?? '';
  if (stars === 0) {
    return { length, wild: false, matches: (path) => (toTheEnd ? path === first : path.startsWith(first)) };
  }
  const last = toTheEnd ? (pieces.at(-1) ?? '') : '';
  const between = pieces
    .slice(1, toTheEnd ? -1 : undefined)
    .filter((piece) => piece !== '')
    .map(linearSearch);
  return {
    length,
    wild: true,
    matches: (path) =>
      path.length >= literalLength &&
      path.startsWith(first) &&
      path.endsWith(last) &&
      standInOrder(between, path, first.length, path.length - last.length),
  };
}

/** Taking each piece at its first place leaves the most room for the next, so one pass to the right is enough. */
function standInOrder(pieces: readonly LinearSearch[], path: string, from: number, end: number): boolean {
  let at = from;
  for (const piece of pieces) {
    const found = piece.find(path, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return at <= end;
}
