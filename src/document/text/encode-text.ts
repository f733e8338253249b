import { Buffer } from 'node:buffer';
import { getOrInsert } from '../../base/index.ts';

/** Text to bytes. Characters that the encoding does not have become `&#8364;`, as browsers send them in forms. */
export type TextEncoding = (text: string) => Buffer;

const encoders = new Map<string, TextEncoding>();

/** The encoder of an encoding, by its WHATWG name. UTF-16 and ISO-2022-JP get the UTF-8 encoder. */
export function encoderFor(charset: string): TextEncoding {
  return getOrInsert(encoders, charset, () => makeEncoder(charset));
}

/** `Buffer.from` writes a lone surrogate as U+FFFD, as the standard requires. */
const utf8: TextEncoding = (text) => Buffer.from(text, 'utf8');

/** Encodings in which a character takes two bytes. */
const doubleByte: ReadonlySet<string> = new Set(['shift_jis', 'euc-jp', 'gbk', 'gb18030', 'big5', 'euc-kr']);

function makeEncoder(charset: string): TextEncoding {
  // ISO-2022-JP is stateful: its escape sequences change the meaning of the bytes after them. Forms no longer use it.
  if (charset === 'utf-8' || charset.startsWith('utf-16') || charset === 'iso-2022-jp') return utf8;
  const table = encodingTable(charset);
  return (text) => {
    const bytes: number[] = [];
    for (const character of text) {
      const code = character.codePointAt(0) ?? 0;
      if (code < 0x80) bytes.push(code);
      else {
        const found = table.get(character) ?? [...`&#${code};`].map((sign) => sign.charCodeAt(0));
        bytes.push(...found);
      }
    }
    return Buffer.from(bytes);
  };
}

/** Builds the table by decoding every code and reversing the result, because Node can only decode. The first code of a character wins. */
function encodingTable(charset: string): ReadonlyMap<string, readonly number[]> {
  const decoder = new TextDecoder(charset);
  const table = new Map<string, readonly number[]>();
  const add = (...bytes: readonly number[]) => {
    const text = decoder.decode(Uint8Array.from(bytes));
    const isOne = [...text].length === 1 && text !== '\ufffd' && (text.codePointAt(0) ?? 0) >= 0x80;
    if (isOne && !table.has(text)) table.set(text, bytes);
  };
  for (let byte = 0x80; byte < 0x100; byte++) add(byte);
  if (doubleByte.has(charset)) {
    for (let first = 0x81; first < 0xff; first++) {
      for (let second = 0x40; second < 0xff; second++) add(first, second);
    }
  }
  return table;
}

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
