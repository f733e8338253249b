import { isUtf8 } from 'node:buffer';

/** An encoding by its WHATWG name, and how it was found. */
export interface Charset {
  readonly charset: string;
  readonly how: 'bom' | 'header' | 'meta' | 'guess';
}

/**
 * The encoding of a page as browsers find it (HTML 13.2.3.2): byte order mark, Content-Type header, a declaration in
 * the first 1024 bytes, and finally a guess.
 */
export function detectCharset(bytes: Uint8Array, contentType: string | null): Charset {
  const marked = byteOrderMark(bytes);
  if (marked !== null) return { charset: marked, how: 'bom' };
  const labelled = charsetOfLabel(charsetParameter(contentType));
  if (labelled !== null) return { charset: labelled, how: 'header' };
  const declared = charsetOfLabel(metaCharset(bytes));
  if (declared !== null) return { charset: declaredMeaning(declared), how: 'meta' };
  return { charset: guess(bytes), how: 'guess' };
}

/** Decodes with replacement characters; an unknown charset is read as windows-1252. Never throws. */
export function decodeText(bytes: Uint8Array, charset: string): string {
  return new TextDecoder(charsetOfLabel(charset) ?? 'windows-1252').decode(bytes);
}

/** The bytes of a page as valid UTF-8 without a byte order mark; copied only when they are not UTF-8 already. */
export function asUtf8(bytes: Uint8Array, charset: string): Buffer {
  if (charset !== 'utf-8' || !isUtf8(bytes)) return Buffer.from(decodeText(bytes, charset), 'utf8');
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const skipped = hasMark ? 3 : 0;
  return Buffer.from(bytes.buffer, bytes.byteOffset + skipped, bytes.byteLength - skipped);
}

/** The encoding that a label names (`latin1` is windows-1252), or null when it names none. */
export function charsetOfLabel(label: string | null): string | null {
  if (label === null) return null;
  const known = encodings.get(label);
  if (known !== undefined) return known;
  const encoding = encodingOf(label);
  // Limited, because pages may write anything there.
  if (encodings.size < mostLabels) encodings.set(label, encoding);
  return encoding;
}

/** The encodings of labels. A site has one or two labels, and making a decoder is slow. */
const encodings = new Map<string, string | null>();
const mostLabels = 100;

function encodingOf(label: string): string | null {
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return null;
  }
}

/** The `charset` parameter of a Content-Type, without quotes. */
function charsetParameter(contentType: string | null): string | null {
  if (contentType === null) return null;
  const found = /;\s*charset\s*=\s*(?:"([^"]*)"?|'([^']*)'?|([^\s;"']+))/i.exec(contentType);
  return found?.[1] ?? found?.[2] ?? found?.[3] ?? null;
}

function byteOrderMark(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return null;
}

/** The encoding that a declaration means. A declaration that could be read byte by byte is not in UTF-16, whatever it says (HTML 13.2.3.3). */
function declaredMeaning(charset: string): string {
  if (charset === 'utf-16le' || charset === 'utf-16be') return 'utf-8';
  return charset === 'x-user-defined' ? 'windows-1252' : charset;
}

/** How many bytes of a page the guess reads. */
const sample = 65_536;

/**
 * Valid UTF-8 is UTF-8: text in other encodings very rarely matches its patterns. Zeros in every second byte mean
 * UTF-16. Then come the encodings of `candidates`, and windows-1252 for the rest.
 */
function guess(bytes: Uint8Array): string {
  if (isUtf8(bytes)) return looksLikeUtf16(bytes) ?? (hasJapaneseEscapes(bytes) ? 'iso-2022-jp' : 'utf-8');
  const wide = looksLikeUtf16(bytes);
  if (wide !== null) return wide;
  const head = bytes.subarray(0, sample);
  // A sample may split a character, and a page with one broken byte is still UTF-8.
  if (mostlyUtf8(head)) return 'utf-8';
  return mostPlausible(head) ?? 'windows-1252';
}

function looksLikeUtf16(bytes: Uint8Array): string | null {
  const length = Math.min(bytes.length, 512) & ~1;
  if (length < 8) return null;
  let even = 0;
  let odd = 0;
  for (let i = 0; i < length; i += 2) {
    if (bytes[i] === 0) even++;
    if (bytes[i + 1] === 0) odd++;
  }
  const half = length / 2;
  if (odd > half * 0.7 && even < half * 0.1) return 'utf-16le';
  return even > half * 0.7 && odd < half * 0.1 ? 'utf-16be' : null;
}

/** ESC $ B, ESC $ @ or ESC ( J: no other text has these bytes. */
function hasJapaneseEscapes(bytes: Uint8Array): boolean {
  let at = bytes.indexOf(0x1b);
  const end = Math.min(bytes.length, sample);
  while (at >= 0 && at < end) {
    const [first, second] = [bytes[at + 1], bytes[at + 2]];
    if (first === 0x24 && (second === 0x42 || second === 0x40)) return true;
    if (first === 0x28 && second === 0x4a) return true;
    at = bytes.indexOf(0x1b, at + 1);
  }
  return false;
}

/** At least 20 times as many good multi-byte characters as broken ones. */
function mostlyUtf8(bytes: Uint8Array): boolean {
  let good = 0;
  let bad = 0;
  let i = 0;
  while (i < bytes.length) {
    const byte = bytes[i] as number;
    if (byte < 0x80) {
      i++;
      continue;
    }
    const size = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc2 ? 2 : 0;
    let k = 1;
    while (k < size && ((bytes[i + k] ?? 0) & 0xc0) === 0x80) k++;
    if (size > 0 && k === size) good++;
    else bad++;
    i += k;
  }
  return good > 0 && good >= 20 * bad;
}

/** The encoding, if any, in which nearly all of the text beyond ASCII is everyday characters. */
function mostPlausible(bytes: Uint8Array): string | null {
  let high = 0;
  for (const byte of bytes) if (byte >= 0x80) high++;
  // Western text has a few accents; a page in an East Asian encoding is full of high bytes.
  if (high < 16 || high < bytes.length / 50) return null;
  let best: string | null = null;
  let bestShare = 0.8;
  for (const [charset, everyday] of candidates) {
    const text = new TextDecoder(charset).decode(bytes);
    let common = 0;
    let other = 0;
    for (const character of text) {
      const code = character.codePointAt(0) ?? 0;
      if (code < 0x80) continue;
      if (everyday(code)) common++;
      else if (code === 0xfffd) other += 5;
      else other++;
    }
    const share = common / (common + other);
    if (share > bestShare) {
      best = charset;
      bestShare = share;
    }
  }
  return best;
}

const isKana = (code: number): boolean => code >= 0x3000 && code <= 0x30ff;
const isHan = (code: number): boolean => code >= 0x4e00 && code <= 0x9fff;
const isHangul = (code: number): boolean => code >= 0xac00 && code <= 0xd7a3;
const isCyrillic = (code: number): boolean => code >= 0x430 && code <= 0x44f;
const isPunctuation = (code: number): boolean => code >= 0x3000 && code <= 0x3011;

/** Which characters make up nearly all of a text in the encoding; lower-case Cyrillic distinguishes the two Russian ones. */
const candidates: readonly (readonly [string, (code: number) => boolean])[] = [
  ['windows-1251', isCyrillic],
  ['koi8-r', isCyrillic],
  ['euc-kr', (code) => isHangul(code) || isPunctuation(code)],
  ['shift_jis', (code) => isKana(code) || isHan(code)],
  ['euc-jp', (code) => isKana(code) || isHan(code)],
  ['gb18030', (code) => isHan(code) || isPunctuation(code) || (code >= 0xff01 && code <= 0xff1f)],
  ['big5', (code) => isHan(code) || isPunctuation(code) || (code >= 0xff01 && code <= 0xff1f)],
];

/** One attribute at the position of `lastIndex`, or the `>` that ends the tag (group 1). */
const attribute =
  /[\t\n\f\r /]*(?:(>)|([^\t\n\f\r />][^\t\n\f\r />=]*)[\t\n\f\r ]*(?:=[\t\n\f\r ]*(?:"([^"]*)"|'([^']*)'|([^\t\n\f\r >"'][^\t\n\f\r >]*)))?)/y;

const tagOpening = /<(?:(meta)(?=[\t\n\f\r /])|\/?[a-z][^\t\n\f\r >]*)/iy;

/**
 * The encoding a page declares in its first 1024 bytes (HTML 13.2.3.3, prescan), or null. Works on bytes read as
 * latin1, since the encoding is not known yet. Also reads the declaration of XML.
 */
function metaCharset(bytes: Uint8Array): string | null {
  const size = Math.min(bytes.byteLength, 1024);
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, size).toString('latin1');
  const xml = /^<\?xml[^>]*?\sencoding\s*=\s*(?:"([^"]*)"|'([^']*)')/.exec(head);
  if (xml !== null) return xml[1] ?? xml[2] ?? null;
  let position = head.indexOf('<');
  while (position >= 0) {
    tagOpening.lastIndex = position;
    const opening = tagOpening.exec(head);
    if (head.startsWith('<!--', position)) {
      // `<!-->` is a complete comment: its dashes belong to both ends.
      position = after(head, '-->', position + 2);
    } else if (opening !== null) {
      const from = tagOpening.lastIndex;
      const end = endOfTag(head, from);
      const mayDeclare = opening[1] !== undefined && end >= 0 && /charset/i.test(head.slice(from, end));
      const charset = mayDeclare ? charsetOfMeta(readAttributes(head, from)) : null;
      if (charset !== null) return charset;
      position = end;
    } else if (/^[!/?]/.test(head.slice(position + 1))) {
      position = after(head, '>', position);
    } else {
      position++;
    }
    if (position < 0) return null;
    position = head.indexOf('<', position);
  }
  return null;
}

function after(head: string, text: string, from: number): number {
  const at = head.indexOf(text, from);
  return at < 0 ? -1 : at + text.length;
}

/** The position after the tag, or -1 when the 1024 bytes end before the tag. Most tags declare nothing: only their end matters. */
function endOfTag(head: string, from: number): number {
  attribute.lastIndex = from;
  // No other match ends with `>`.
  while (attribute.test(head)) if (head[attribute.lastIndex - 1] === '>') return attribute.lastIndex;
  return -1;
}

function readAttributes(head: string, from: number): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  attribute.lastIndex = from;
  for (let found = attribute.exec(head); found !== null; found = attribute.exec(head)) {
    if (found[1] !== undefined) break;
    const name = (found[2] ?? '').toLowerCase();
    if (!values.has(name)) values.set(name, found[3] ?? found[4] ?? found[5] ?? '');
  }
  return values;
}

/** `charset`, or `content` when the tag also says `http-equiv=content-type`. */
function charsetOfMeta(values: ReadonlyMap<string, string>): string | null {
  const charset = values.get('charset');
  if (charset !== undefined) return charset;
  if (values.get('http-equiv')?.toLowerCase() !== 'content-type') return null;
  const found = /charset[\t\n\f\r ]*=[\t\n\f\r ]*(?:"([^"]*)"|'([^']*)'|([^\t\n\f\r ;"']+))/i.exec(
    values.get('content') ?? '',
  );
  return found?.[1] ?? found?.[2] ?? found?.[3] ?? null;
}
