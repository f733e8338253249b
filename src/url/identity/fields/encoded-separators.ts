/** Embedded URLs nest: `&` is `%26` one level down and `%2526` two levels down. Deeper levels are not read. */
export const MAX_LEVEL = 3;

/** One bit for each separator, so that one pass can search for several. */
export const Separators = { slash: 1, question: 2, semicolon: 4, ampersand: 8, equals: 16 } as const;
const COLON = 32;

const BITS = new Uint8Array(128);
BITS['/'.charCodeAt(0)] = Separators.slash;
BITS['?'.charCodeAt(0)] = Separators.question;
BITS[';'.charCodeAt(0)] = Separators.semicolon;
BITS['&'.charCodeAt(0)] = Separators.ampersand;
BITS['='.charCodeAt(0)] = Separators.equals;
BITS[':'.charCodeAt(0)] = COLON;

const PERCENT = 37;

/** The first position in `text[from, to)` with one of the wanted separators at that level, or -1. */
export function findSeparator(wanted: number, text: string, from: number, to: number, level: number): number {
  if (level === 0) {
    for (let i = from; i < to; i++) {
      const code = text.charCodeAt(i);
      if (code < 128 && ((BITS[code] ?? 0) & wanted) !== 0) return i;
    }
    return -1;
  }
  for (let i = from; i < to; i++) {
    if (text.charCodeAt(i) === PERCENT && (separatorAt(text, i, to, level) & wanted) !== 0) return i;
  }
  return -1;
}

/** How many characters a separator has at that level. */
export function separatorWidth(level: number): number {
  return 1 + 2 * level;
}

/** The position after `scheme://` when the text has one at `from`, else -1. */
export function skipScheme(text: string, from: number, to: number, level: number): number {
  let i = from;
  while (i < to && isSchemeCharacter(text.charCodeAt(i))) i++;
  if (i === from) return -1;
  const width = separatorWidth(level);
  for (const [n, wanted] of [COLON, Separators.slash, Separators.slash].entries()) {
    if ((separatorAt(text, i + n * width, to, level) & wanted) === 0) return -1;
  }
  return i + 3 * width;
}

/** The separator that starts at `i`, as its bit; 0 when there is none. */
function separatorAt(text: string, i: number, to: number, level: number): number {
  if (i + separatorWidth(level) > to) return 0;
  if (level === 0) return bitOf(text.charCodeAt(i));
  if (text.charCodeAt(i) !== PERCENT) return 0;
  for (let nested = 1; nested < level; nested++)
    if (escapedCode(text, i + 2 * nested - 1) !== PERCENT) return 0;
  return bitOf(escapedCode(text, i + 2 * level - 1));
}

function bitOf(code: number): number {
  return code < 128 ? (BITS[code] ?? 0) : 0;
}

/** The value of two hexadecimal digits; 128 or more when they are not. */
function escapedCode(text: string, i: number): number {
  return hexDigit(text.charCodeAt(i)) * 16 + hexDigit(text.charCodeAt(i + 1));
}

function hexDigit(code: number): number {
  if (code >= 48 && code <= 57) return code - 48;
  const letter = code | 32;
  return letter >= 97 && letter <= 102 ? letter - 87 : 1024;
}

function isSchemeCharacter(code: number): boolean {
  const letter = code | 32;
  return (
    (letter >= 97 && letter <= 122) || (code >= 48 && code <= 57) || code === 43 || code === 45 || code === 46
  );
}
