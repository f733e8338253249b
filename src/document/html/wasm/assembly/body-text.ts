/** Writes the body text of a page, as `BodyText` defines it. */
import { AMPERSAND, at, isSpace, skipSpace } from './bytes';
import { TEXT } from './memory';
import { code, reference, secondCode } from './references';

/** The end of what is written. */
export let textEnd: usize = TEXT;
/** Also true at the beginning, where white space counts as little as between two words. */
let isSpacePending: bool = true;

export function beginText(): void {
  textEnd = TEXT;
  isSpacePending = true;
}

/** The next word is not part of the last one. */
export function separate(): void {
  isSpacePending = true;
}

/** `decodes`: an `&` may begin a character reference. */
export function addText(start: usize, end: usize, decodes: bool): void {
  let p = start;
  while (p < end) {
    if (!isSpacePending) {
      p = addPlain(p, end);
      if (p >= end) return;
    }
    const byte = at(p);
    if (isSpace(byte)) {
      isSpacePending = true;
      p = skipSpace(p + 1, end);
    } else if (byte === AMPERSAND && decodes) {
      p = addReference(p + 1, end);
    } else {
      put(byte);
      p++;
    }
  }
}

/** Copies up to the first byte that is not plain: a control character, an `&`, a second space in a row. Returns its position. */
function addPlain(start: usize, end: usize): usize {
  const space = i8x16.splat(0x20);
  const ampersand = i8x16.splat(<i8>AMPERSAND);
  let p = start;
  let to = textEnd;
  while (true) {
    const bytes = v128.load(p);
    const spaces = i8x16.bitmask(i8x16.eq(bytes, space));
    const special = i8x16.bitmask(v128.or(i8x16.lt_u(bytes, space), i8x16.eq(bytes, ampersand)));
    const left = min<usize>(end - p, 16);
    const length: usize = ctz(special | (spaces & (spaces << 1)) | (1 << (<i32>left)));
    v128.store(to, bytes);
    p += length;
    to += length;
    if (length > 0 && ((spaces >>> (<i32>length - 1)) & 1) !== 0) {
      to--;
      isSpacePending = true;
      break;
    }
    if (length < 16) break;
  }
  textEnd = to;
  return p;
}

/** `start` is the position after the `&`. Returns where the text goes on. */
function addReference(start: usize, end: usize): usize {
  const next = reference(start, end);
  if (next === start) {
    put(AMPERSAND);
    return start;
  }
  putCode(code);
  if (secondCode !== 0) putCode(secondCode);
  return next;
}

function putCode(point: u32): void {
  if (point === 0x20 || point === 9 || point === 10 || point === 12 || point === 13) isSpacePending = true;
  else if (point < 0x80) put(point);
  else if (point < 0x800) {
    put(0xc0 | (point >> 6));
    put(0x80 | (point & 0x3f));
  } else if (point < 0x10000) {
    put(0xe0 | (point >> 12));
    put(0x80 | ((point >> 6) & 0x3f));
    put(0x80 | (point & 0x3f));
  } else {
    put(0xf0 | (point >> 18));
    put(0x80 | ((point >> 12) & 0x3f));
    put(0x80 | ((point >> 6) & 0x3f));
    put(0x80 | (point & 0x3f));
  }
}

/** Writes a byte, after the space that is due. */
function put(byte: u32): void {
  if (isSpacePending) {
    isSpacePending = false;
    if (textEnd > TEXT) {
      store<u8>(textEnd, 0x20);
      textEnd++;
    }
  }
  store<u8>(textEnd, byte);
  textEnd++;
}
