import { encoderFor } from './charset-encoder.ts';

/**
 * The query of a link is sent in the encoding of the page that holds it (URL standard, "percent-encode after encoding"): on a
 * windows-1252 page `?q=größe` asks for `gr%F6%DFe`. Paths are always UTF-8 and left to the URL parser.
 */
export function encodeQuery(link: string, charset: string): string {
  const question = link.indexOf('?');
  if (question < 0 || !/[^\0-\x7f]/.test(link) || /^utf-?(?:8|16)/i.test(charset)) return link;
  const hash = link.indexOf('#');
  if (hash >= 0 && hash < question) return link;
  const end = hash < 0 ? link.length : hash;
  const encode = encoderFor(charset);
  const query = link.slice(question, end).replace(/[^\0-\x7f]/gu, (character) => escaped(encode(character)));
  return link.slice(0, question) + query + link.slice(end);
}

function escaped(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');
}
