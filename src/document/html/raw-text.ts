/** Finds the end of elements in which `<` begins no tag (HTML 13.2.5.2 to 13.2.5.5). */

import { isHtmlSpace } from '../text/white-space.ts';

const LT = 0x3c;
const GT = 0x3e;
const SLASH = 0x2f;
const DASH = 0x2d;
const BANG = 0x21;

function endsName(byte: number | undefined): boolean {
  return byte !== undefined && (isHtmlSpace(byte) || byte === SLASH || byte === GT);
}

/** Whether the name from `start` to `end` occurs again at `position`, ignoring case, and ends there. */
function isName(bytes: Uint8Array, position: number, start: number, end: number): boolean {
  for (let i = start, j = position; i < end; i++, j++) {
    if (((bytes[i] as number) | 0x20) !== ((bytes[j] ?? 0) | 0x20)) return false;
  }
  return endsName(bytes[position + end - start]);
}

/**
 * The position of the `</name` that closes an element of raw text, or the end of the bytes. The name is that of
 * the start tag, from `nameStart` to `nameEnd`.
 */
export function findRawTextEnd(bytes: Buffer, from: number, nameStart: number, nameEnd: number): number {
  let at = bytes.indexOf(LT, from);
  while (at >= 0) {
    if (bytes[at + 1] === SLASH && isName(bytes, at + 2, nameStart, nameEnd)) return at;
    at = bytes.indexOf(LT, at + 1);
  }
  return bytes.length;
}

/**
 * The same for a script: `<!--` hides nothing, but after it `<script>` hides one `</script>`, until `-->` (HTML 13.2.5.20 and following:
 * the escaped and double escaped states).
 */
export function findScriptEnd(bytes: Buffer, from: number, nameStart: number, nameEnd: number): number {
  let at = bytes.indexOf(LT, from);
  while (at >= 0) {
    if (bytes[at + 1] === SLASH) {
      if (isName(bytes, at + 2, nameStart, nameEnd)) return at;
    } else if (bytes[at + 1] === BANG && bytes[at + 2] === DASH && bytes[at + 3] === DASH) {
      const after = skipEscapedScript(bytes, at + 2, nameStart, nameEnd);
      if (after < 0) return -after - 1;
      at = after - 1;
    }
    at = bytes.indexOf(LT, at + 1);
  }
  return bytes.length;
}

/**
 * `dashes` is the position of the `--` after `<!`. Returns where ordinary script continues; when the script ends inside, returns its end as
 * -(position + 1).
 */
function skipEscapedScript(bytes: Uint8Array, dashes: number, nameStart: number, nameEnd: number): number {
  const length = bytes.length;
  let isDouble = false;
  for (let i = dashes + 2; i < length; i++) {
    const byte = bytes[i];
    if (byte === GT) {
      if (bytes[i - 1] === DASH && bytes[i - 2] === DASH && i - 2 >= dashes) return i + 1;
    } else if (byte === LT) {
      if (bytes[i + 1] === SLASH) {
        if (isName(bytes, i + 2, nameStart, nameEnd)) {
          if (!isDouble) return -i - 1;
          isDouble = false;
        }
      } else if (!isDouble && isName(bytes, i + 1, nameStart, nameEnd)) {
        isDouble = true;
      }
    }
  }
  return length;
}
