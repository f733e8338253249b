import {
  longestLegacyName,
  longestName,
  namedReference,
  shortestLegacyName,
} from './named-character-references.ts';

const SEMICOLON = 0x3b;
const HASH = 0x23;
const EQUALS = 0x3d;
const replacement = 0xfffd;

/** What `&#128;` to `&#159;` mean: old pages wrote windows-1252 there (HTML 13.2.5.80). */
const c1 = [
  0x20ac, 0x81, 0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021, 0x02c6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8d,
  0x017d, 0x8f, 0x90, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014, 0x02dc, 0x2122, 0x0161, 0x203a,
  0x0153, 0x9d, 0x017e, 0x0178,
] as const;

/** Reads character references (HTML 13.2.5.72 and following). One object serves a whole page. */
export class CharacterReferenceReader {
  /** The code point of the last reference, and a second one for the few names that stand for two (else 0). */
  first = 0;
  second = 0;

  /**
   * `start` is the position after the `&`. Returns the position after the reference, or `start` when the `&` is
   * just an ampersand.
   */
  read(bytes: Buffer, start: number, end: number, isInAttribute: boolean): number {
    this.second = 0;
    const byte = start < end ? bytes[start] : 0;
    if (byte === HASH) return this.#numeric(bytes, start, end);
    return isAlphanumeric(byte) ? this.#named(bytes, start, end, isInAttribute) : start;
  }

  #numeric(bytes: Buffer, start: number, end: number): number {
    let position = start + 1;
    const isHex = ((bytes[position] ?? 0) | 0x20) === 0x78 && position < end;
    if (isHex) position++;
    const digits = position;
    let code = 0;
    while (position < end) {
      const digit = digitOf(bytes[position] as number, isHex);
      if (digit < 0) break;
      // Far beyond Unicode nothing changes any more, and the number must not overflow.
      if (code < 0x1000000) code = code * (isHex ? 16 : 10) + digit;
      position++;
    }
    if (position === digits) return start;
    if (position < end && bytes[position] === SEMICOLON) position++;
    this.first = meaningOf(code);
    return position;
  }

  #named(bytes: Buffer, start: number, end: number, isInAttribute: boolean): number {
    // `&amp;` stands in every second link.
    if (bytes[start] === 0x61 && bytes[start + 1] === 0x6d && bytes[start + 2] === 0x70 && start + 3 < end) {
      if (bytes[start + 3] === SEMICOLON) {
        this.first = 0x26;
        return start + 4;
      }
    }
    let position = start;
    const limit = Math.min(end, start + longestName + 1);
    while (position < limit && isAlphanumeric(bytes[position])) position++;
    if (position < end && bytes[position] === SEMICOLON) {
      const points = namedReference(bytes.toString('latin1', start, position), true);
      if (points !== undefined) return this.#take(points, position + 1);
    }
    const longest = Math.min(position - start, longestLegacyName);
    for (let length = longest; length >= shortestLegacyName; length--) {
      const points = namedReference(bytes.toString('latin1', start, start + length), false);
      if (points === undefined) continue;
      const after = start + length;
      const next = after < end ? bytes[after] : 0;
      // `?a=1&copy=2` is a query, not a copyright sign.
      if (isInAttribute && next !== SEMICOLON && (next === EQUALS || isAlphanumeric(next))) return start;
      return this.#take(points, next === SEMICOLON ? after + 1 : after);
    }
    return start;
  }

  #take(points: readonly number[], after: number): number {
    this.first = points[0] ?? replacement;
    this.second = points[1] ?? 0;
    return after;
  }
}

function isAlphanumeric(byte: number | undefined): boolean {
  if (byte === undefined) return false;
  return (byte >= 0x30 && byte <= 0x39) || ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a);
}

function digitOf(byte: number, isHex: boolean): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const letter = byte | 0x20;
  return isHex && letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}

function meaningOf(code: number): number {
  if (code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return replacement;
  return code >= 0x80 && code <= 0x9f ? (c1[code - 0x80] as number) : code;
}

/** Writes a code point as UTF-8 and returns the position after it. */
export function writeUtf8(target: Uint8Array, at: number, code: number): number {
  let position = at;
  if (code < 0x80) {
    target[position++] = code;
  } else if (code < 0x800) {
    target[position++] = 0xc0 | (code >> 6);
    target[position++] = 0x80 | (code & 0x3f);
  } else if (code < 0x10000) {
    target[position++] = 0xe0 | (code >> 12);
    target[position++] = 0x80 | ((code >> 6) & 0x3f);
    target[position++] = 0x80 | (code & 0x3f);
  } else {
    target[position++] = 0xf0 | (code >> 18);
    target[position++] = 0x80 | ((code >> 12) & 0x3f);
    target[position++] = 0x80 | ((code >> 6) & 0x3f);
    target[position++] = 0x80 | (code & 0x3f);
  }
  return position;
}
