/** Character classes, for splitting the text of a leaf into words. */
export const SPACE = 0;
export const WORD = 1;
/** A special character: a token of its own. */
export const SIGN = 2;
/** A word of its own: scripts that put no spaces between words. */
export const IDEOGRAPH = 3;
/** Invisible and without meaning: soft hyphens, marks of direction, variation selectors. */
export const NOTHING = 4;
/** Only in the table of bytes: the class depends on the whole character. */
const BEYOND_ASCII = 5;

export const classOfByte = new Uint8Array(256).fill(BEYOND_ASCII);
for (let byte = 0; byte < 0x80; byte++) {
  const isWord = /[0-9A-Za-z_]/.test(String.fromCharCode(byte));
  if (isWord) classOfByte[byte] = WORD;
  else classOfByte[byte] = byte <= 0x20 || byte === 0x7f ? SPACE : SIGN;
}

/** The class of a code point above ASCII. Letters and digits of all scripts are words. */
export function classOfCodePoint(code: number): number {
  if (code < 0x2000) return code < 0x0300 ? latin(code) : code === 0x1680 ? SPACE : WORD;
  if (code < 0x2070) return generalPunctuation(code);
  // Superscripts, currency, arrows, technical signs, boxes, dingbats, braille.
  if (code < 0x2c00) return isSuperscript(code) ? WORD : SIGN;
  if (code < 0x2e00) return WORD;
  if (code < 0x3000) return SIGN;
  if (code < 0x3040) return code === 0x3000 ? SPACE : code >= 0x3005 && code <= 0x3007 ? IDEOGRAPH : SIGN;
  if (code < 0xa000) return IDEOGRAPH;
  if (code >= 0xf900 && code <= 0xfaff) return IDEOGRAPH;
  if (code >= 0xfe00 && code <= 0xfe0f) return NOTHING;
  if (code >= 0xfe10 && code <= 0xfe6f) return SIGN;
  if (code === 0xfeff) return NOTHING;
  if (code >= 0xff01 && code <= 0xff65) return isFullWidthWord(code) ? WORD : SIGN;
  if (code >= 0xffe0 && code <= 0xffff) return SIGN;
  if (code >= 0x1f000 && code <= 0x1faff) return SIGN;
  return code >= 0x20000 ? IDEOGRAPH : WORD;
}

function latin(code: number): number {
  if (code < 0xa0 || code === 0xad) return code === 0x85 ? SPACE : NOTHING;
  if (code === 0xa0) return SPACE;
  if (code < 0xc0) return code === 0xaa || code === 0xb5 || code === 0xba ? WORD : SIGN;
  return code === 0xd7 || code === 0xf7 ? SIGN : WORD;
}

function generalPunctuation(code: number): number {
  if (code <= 0x200a || code === 0x2028 || code === 0x2029 || code === 0x202f || code === 0x205f)
    return SPACE;
  // The joiners of Persian and Indic scripts belong to their words.
  if (code === 0x200c || code === 0x200d) return WORD;
  if (code <= 0x200f || (code >= 0x202a && code <= 0x202e) || code >= 0x2060) return NOTHING;
  return SIGN;
}

function isSuperscript(code: number): boolean {
  return code === 0x2071 || code === 0x207f || (code >= 0x2100 && code < 0x2190) || code >= 0x2c00;
}

function isFullWidthWord(code: number): boolean {
  return (
    (code >= 0xff10 && code <= 0xff19) ||
    (code >= 0xff21 && code <= 0xff3a) ||
    (code >= 0xff41 && code <= 0xff5a)
  );
}

/** Whether a UTF-16 unit is part of a word; both halves of a surrogate pair are. */
export function isWordCharacter(code: number): boolean {
  const kind = code < 0x80 ? classOfByte[code] : classOfCodePoint(code);
  return kind === WORD || kind === IDEOGRAPH;
}

/** Whether it belongs to a script of ideographs, which puts no spaces between words. */
export function isIdeograph(code: number): boolean {
  return code >= 0x80 && classOfCodePoint(code) === IDEOGRAPH;
}

/** Classes of ASCII letters and digits, by byte. */
export const isSmall = (byte: number): boolean => byte >= 0x61 && byte <= 0x7a;
export const isCapital = (byte: number): boolean => byte >= 0x41 && byte <= 0x5a;
export const isDigit = (byte: number): boolean => byte >= 0x30 && byte <= 0x39;
