import { Buffer } from 'node:buffer';

/** A path pattern of RFC 9309 section 2.2.3: `*` is any run of characters, a final `$` the end of the path. */
export interface PathPattern {
  /** Octets of the pattern: the longest one that matches is the most specific (section 2.2.2). */
  readonly length: number;
  /** Whether it has a `*`, so that matching may walk along the whole path. */
  readonly wild: boolean;
  /** Takes the result of `comparablePath`. Takes time linear in path and pattern: no regular expression is built. */
  matches(path: string): boolean;
}

export function pathPattern(written: string): PathPattern {
  const toTheEnd = written.endsWith('$');
  const literals = (toTheEnd ? written.slice(0, -1) : written).split('*');
  const pieces = literals.map(comparable);
  const stars = pieces.length - 1;
  const length = pieces.reduce((sum, piece) => sum + piece.length, stars + (toTheEnd ? 1 : 0));
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
      path.startsWith(first) &&
      path.endsWith(last) &&
      occurInOrder(between, path, first.length, path.length - last.length),
  };
}

/** Taking each piece where it first occurs leaves the most room for the next, so one pass to the right is enough. */
function occurInOrder(pieces: readonly LinearSearch[], path: string, from: number, end: number): boolean {
  let at = from;
  for (const piece of pieces) {
    const found = piece.find(path, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return at <= end;
}

const unreserved = /[A-Za-z0-9\-._~]/;
// The reserved characters of RFC 3986 stay as they are, except the two that are special in patterns.
const asWritten = /^[A-Za-z0-9\-._~:/?#[\]@!&'()+,;=]*$/;
const chunks = /%[0-9A-Fa-f]{2}|[A-Za-z0-9\-._~:/?#[\]@!&'()+,;=]+|[^A-Za-z0-9\-._~:/?#[\]@!&'()+,;=%]+|%/g;

/**
 * The one spelling in which paths and patterns are compared, RFC 9309 section 2.2.2: unreserved characters are decoded,
 * everything else that is not reserved is encoded with upper-case digits. `*` and `$` become `%2A` and `%24` (section
 * 2.2.3): a pattern is split at its special ones first.
 */
export function comparable(text: string): string {
  if (asWritten.test(text)) return text;
  return text.replace(chunks, (chunk) => {
    if (chunk === '%') return '%25';
    if (chunk.startsWith('%')) {
      const character = String.fromCharCode(Number.parseInt(chunk.slice(1), 16));
      return unreserved.test(character) ? character : chunk.toUpperCase();
    }
    return asWritten.test(chunk) ? chunk : percentEncoded(chunk);
  });
}

/** Path and query of a URL, or of a bare path, ready to compare. Never throws: a link may be malformed. */
export function comparablePath(url: string): string {
  const hash = url.indexOf('#');
  const whole = hash < 0 ? url : url.slice(0, hash);
  const authority = /^(?:[A-Za-z][A-Za-z0-9+.-]*:)?\/\//.exec(whole);
  if (authority === null) return comparable(whole.startsWith('/') ? whole : `/${whole}`);
  const afterSlashes = whole.slice(authority[0].length);
  const start = afterSlashes.search(/[/?]/);
  if (start < 0) return '/';
  const path = afterSlashes.slice(start);
  return comparable(path.startsWith('/') ? path : `/${path}`);
}

function percentEncoded(text: string): string {
  let out = '';
  for (const byte of Buffer.from(text, 'utf8')) {
    out += `%${byte < 16 ? '0' : ''}${byte.toString(16).toUpperCase()}`;
  }
  return out;
}

/** Up to this length the engine's own search is faster, and its worst case is still a small factor. */
const shortPiece = 8;

/** Finds one text in others in time linear in both, whatever the texts are. */
interface LinearSearch {
  readonly length: number;
  /** The first occurrence at or after `from`, or -1. */
  find(text: string, from: number): number;
}

/**
 * Knuth, Morris and Pratt. `indexOf` takes time proportional to the product of the lengths on `aaa...ab` in `aaaa...`,
 * and a robots.txt has room for hundreds of such patterns: enough to stop a crawler for a second on every link.
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
