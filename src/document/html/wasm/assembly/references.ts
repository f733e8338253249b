/** Character references. JavaScript reads those that are not of the simplest form. */
import { at, HASH, isLetter, MIX } from './bytes';
import { CODES, MASK, REFERENCE_BITS, REFERENCES } from './memory';

/** Reads any reference after the `&`: writes its code points to `CODES` and returns the position after it, or `start` when there is none. */
declare function readReference(start: usize, end: usize): usize;

/** The code point of the last reference, and a second one for the few names that stand for two (else 0). */
export let code: u32 = 0;
export let secondCode: u32 = 0;

/** `start` is the position after the `&`. Returns the position after the reference, or `start` when the `&` is just an ampersand. */
export function reference(start: usize, end: usize): usize {
  if (start >= end) return start;
  const byte = at(start);
  if (byte !== HASH && !isLetter(byte)) return start;
  secondCode = 0;
  const simple = byte === HASH ? numbered(start + 1, end) : named(start, end);
  if (simple > start) return simple;
  const next = readReference(start, end);
  code = load<u32>(CODES);
  secondCode = load<u32>(CODES, 4);
  return next;
}

/** `8212;` or `x2014;`, unless it is one of the numbers that mean something else. 0 for any other form. */
function numbered(start: usize, end: usize): usize {
  const isHex = (at(start) | 0x20) === 0x78;
  const base: u32 = isHex ? 16 : 10;
  const from = isHex ? start + 1 : start;
  let p = from;
  code = 0;
  for (; p < end && p < from + 6; p++) {
    const digit = digitAt(p);
    if (digit >= base) break;
    code = code * base + digit;
  }
  if (p >= end || at(p) !== 0x3b) return 0;
  const isCharacter = (code >= 0x20 && code < 0x7f) || (code >= 0xa0 && code < 0xd800);
  return isCharacter ? p + 1 : 0;
}

/** 16 or more for anything but a digit. */
function digitAt(position: usize): u32 {
  const byte = <u32>at(position);
  const digit = byte - 0x30;
  if (digit < 10) return digit;
  const letter = (byte | 0x20) - 0x61;
  return letter < 6 ? letter + 10 : 16;
}

/** A common name with its semicolon. 0 for any other name. */
function named(start: usize, end: usize): usize {
  const semicolons = i8x16.bitmask(i8x16.eq(v128.load(start), i8x16.splat(0x3b))) & 0x1ff;
  if (semicolons === 0) return 0;
  const length: usize = ctz(semicolons);
  if (start + length >= end) return 0;
  code = load<u32>(entryOf(nameAt(start, length)), 8);
  return code === 0 ? 0 : start + length + 1;
}

function nameAt(start: usize, length: usize): u64 {
  return load<u64>(start) & load<u64>(MASK + 16 - length);
}

function entryOf(name: u64): usize {
  let slot = <u32>((name * MIX) >> (64 - REFERENCE_BITS));
  while (true) {
    const entry = REFERENCES + ((<usize>slot) << 4);
    const known = load<u64>(entry);
    if (known === name || known === 0) return entry;
    slot = (slot + 1) & ((1 << REFERENCE_BITS) - 1);
  }
}

export function addReference(place: usize, length: usize, codePoint: u32): void {
  const name = nameAt(place, length);
  const entry = entryOf(name);
  store<u64>(entry, name);
  store<u32>(entry, codePoint, 8);
}
