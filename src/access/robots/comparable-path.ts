import { Buffer } from 'node:buffer';

const unreserved = /[A-Za-z0-9\-._~]/;
// Reserved characters of RFC 3986 stay as they are, but for the two that are special in patterns.
const asWritten = /^[A-Za-z0-9\-._~:/?#[\]@!&'()+,;=]*$/;
const pieces = /%[0-9A-Fa-f]{2}|[A-Za-z0-9\-._~:/?#[\]@!&'()+,;=]+|[^A-Za-z0-9\-._~:/?#[\]@!&'()+,;=%]+|%/g;

/**
 * The one spelling under which paths and patterns are compared, RFC 9309 section 2.2.2: unreserved characters
 * decoded, all else that is not reserved encoded with upper-case digits. `*` and `$` become `%2A` and `%24`
 * (section 2.2.3): patterns take their special ones out before.
 */
export function comparable(text: string): string {
  if (asWritten.test(text)) return text;
  return text.replace(pieces, (piece) => {
    if (piece === '%') return '%25';
    if (piece.startsWith('%')) {
      const character = String.fromCharCode(Number.parseInt(piece.slice(1), 16));
      return unreserved.test(character) ? character : piece.toUpperCase();
    }
    return asWritten.test(piece) ? piece : encoded(piece);
  });
}

/** Path and query of a URL, or of a bare path, ready to compare. Never throws: a link need not be well formed. */
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

function encoded(text: string): string {
  let out = '';
  for (const byte of Buffer.from(text, 'utf8')) {
    out += `%${byte < 16 ? '0' : ''}${byte.toString(16).toUpperCase()}`;
  }
  return out;
}
