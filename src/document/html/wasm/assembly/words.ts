/**
 * Gives the words of the leaves numbers, the same on all pages that an instance reads: so JavaScript looks at each word once. A word is a run of ASCII
 * letters, digits, underscores and of all other characters than ASCII: JavaScript splits those further. Capitals of ASCII count as small.
 */
import { at, MIX, MIX_AGAIN } from './bytes';
import { LEAF_END, LEAVES_END, leafTextEnd } from './leaf-text';
import {
  LEAF_TEXT,
  LONG_WORDS,
  LONG_WORDS_END,
  MASK,
  MOST_WORDS,
  WORD_ENTRIES,
  WORD_SLOT_BITS,
  WORD_SLOTS,
  WORDS,
  WORDS_END,
} from './memory';

/** Longer ones are no words. */
const LONGEST: usize = 512;
/** With more entries on the way, the table counts as full: a page may choose its words so that all are on one way. */
const LONGEST_WAY: i32 = 64;

/** Beside the end of a leaf. */
const SEVERAL_LEAVES: usize = 0x8000_0000;

/** The end of the words of this page. */
export let wordsEnd: usize = WORDS;
/** Changes when numbers are given anew. */
export let wordGeneration: u32 = 1;
let words: u32 = 0;
let longEnd: usize = LONG_WORDS;
let isFull: bool = false;

/** The words of the text of the leaves; 0 is the end of a leaf. Returns false when they are too many, or too long. */
export function readWords(): bool {
  if (isFull) clear();
  wordsEnd = WORDS;
  const end = leafTextEnd;
  const ends = i8x16.splat(<i8>LEAVES_END);
  let p = LEAF_TEXT;
  let hasWords = false;
  while (p < end) {
    const bytes = v128.load(p);
    const found = i8x16.bitmask(v128.or(inWords(bytes), isEnd(bytes, ends)));
    if (found === 0) {
      p += 16;
      continue;
    }
    p += ctz(found);
    if (p >= end) break;
    if (wordsEnd >= WORDS_END) return false;
    const byte = at(p);
    if (byte <= LEAVES_END) {
      if (hasWords) write(0, byte === LEAF_END ? p : p | SEVERAL_LEAVES);
      hasWords = false;
      p++;
      continue;
    }
    const start = p;
    p = endOfWord(p);
    if (p - start > LONGEST) return false;
    const number = numberOf(start, p - start);
    if (number === 0) {
      isFull = true;
      return false;
    }
    write(number, p);
    hasWords = true;
  }
  return true;
}

function write(number: u32, end: usize): void {
  store<u32>(wordsEnd, number);
  store<u32>(wordsEnd, <u32>end - <u32>LEAF_TEXT, 4);
  wordsEnd += 8;
}

/** The bytes 1 and 2: there are zeros only after the last leaf. */
function isEnd(bytes: v128, ends: v128): v128 {
  return v128.andnot(i8x16.le_u(bytes, ends), i8x16.eq(bytes, i8x16.splat(0)));
}

function clear(): void {
  memory.fill(WORD_SLOTS, 0, 4 << WORD_SLOT_BITS);
  words = 0;
  longEnd = LONG_WORDS;
  isFull = false;
  wordGeneration++;
}

function inWords(bytes: v128): v128 {
  const letters = i8x16.sub(v128.or(bytes, i8x16.splat(0x20)), i8x16.splat(0x61));
  const digits = i8x16.sub(bytes, i8x16.splat(0x30));
  const isLetter = i8x16.lt_u(letters, i8x16.splat(26));
  const isDigit = i8x16.lt_u(digits, i8x16.splat(10));
  const isOther = i8x16.lt_s(bytes, i8x16.splat(0));
  return v128.or(v128.or(isLetter, isDigit), v128.or(isOther, i8x16.eq(bytes, i8x16.splat(0x5f))));
}

/** There are zeros after the last word. */
function endOfWord(start: usize): usize {
  let p = start;
  while (true) {
    const others = ~i8x16.bitmask(inWords(v128.load(p))) & 0xffff;
    if (others !== 0) return p + ctz(others);
    p += 16;
  }
}

/** 16 bytes with capitals as small letters; of the last ones of a word, those after it as zeros. */
function folded(start: usize, length: usize): v128 {
  const bytes = v128.load(start);
  const isCapital = i8x16.lt_u(i8x16.sub(bytes, i8x16.splat(0x41)), i8x16.splat(26));
  const small = v128.or(bytes, v128.and(isCapital, i8x16.splat(0x20)));
  return length >= 16 ? small : v128.and(small, v128.load(MASK + 16 - length));
}

/** The number of a word; 0 when there is no room for it. */
function numberOf(start: usize, length: usize): u32 {
  const first = folded(start, length);
  let hash: u64 = mixed(first, length);
  for (let i: usize = 16; i < length; i += 16) hash = mixed(folded(start + i, length - i), hash);
  let slot = <usize>(hash >> (64 - WORD_SLOT_BITS));
  for (let way = 0; way < LONGEST_WAY; way++) {
    const place = WORD_SLOTS + (slot << 2);
    const number = load<u32>(place);
    if (number === 0) return add(place, start, length, first, hash);
    const entry = WORD_ENTRIES + ((<usize>number) << 5);
    if (
      load<u64>(entry, 16) === hash &&
      load<u32>(entry, 28) === <u32>length &&
      !v128.any_true(v128.xor(v128.load(entry), first)) &&
      (length <= 16 || isLongWord(load<u32>(entry, 24), start, length))
    )
      return number;
    slot = (slot + 1) & ((1 << WORD_SLOT_BITS) - 1);
  }
  return 0;
}

function mixed(bytes: v128, before: u64): u64 {
  const hash =
    ((i64x2.extract_lane(bytes, 0) ^ before) * MIX) ^ ((i64x2.extract_lane(bytes, 1) + before) * MIX_AGAIN);
  return (hash ^ (hash >> 32)) * MIX;
}

function isLongWord(position: usize, start: usize, length: usize): bool {
  for (let i: usize = 0; i < length; i += 16)
    if (v128.any_true(v128.xor(v128.load(position + i), folded(start + i, length - i)))) return false;
  return true;
}

function add(place: usize, start: usize, length: usize, first: v128, hash: u64): u32 {
  if (words >= MOST_WORDS - 1 || longEnd + length >= LONG_WORDS_END) return 0;
  words++;
  const entry = WORD_ENTRIES + ((<usize>words) << 5);
  v128.store(entry, first);
  store<u64>(entry, hash, 16);
  store<u32>(entry, length <= 16 ? <u32>entry : <u32>longEnd, 24);
  store<u32>(entry, <u32>length, 28);
  if (length > 16) {
    for (let i: usize = 0; i < length; i += 16) v128.store(longEnd + i, folded(start + i, length - i));
    longEnd += (length + 15) & ~15;
  }
  store<u32>(place, words);
  return words;
}
