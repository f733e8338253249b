/**
 * What tags say about links and about the page, as a list of numbers for JavaScript. Tags that say the same have the same number, on all
 * pages that an instance reads: so JavaScript reads each of them once.
 */
import { AMPERSAND, at, copy, find, HASH, isSpace, MIX, MIX_AGAIN } from './bytes';
import {
  ENTRIES,
  KEYS,
  KEYS_END,
  MOST_ENTRIES,
  PAGE,
  RECORDS,
  RECORDS_END,
  SLOT_BITS,
  SLOTS,
} from './memory';
import { valueEnd, valueStart } from './tag';

/** In a record's first number, beside the number of the tag and how many attributes follow. */
const IN_SVG: u32 = 1 << 16;
const SAYS_FACT: u32 = 1 << 17;
/** The number of what stands inside a `style` element, where others have attributes. */
const CONTENTS: u32 = 0;

/** What says more has no number. */
const LONGEST_KEY: usize = 4096;
/** With more entries on the way, what a tag says has no number: a page may choose its links so that all are on one way. */
const LONGEST_WAY: i32 = 32;

/** The end of the records of this page. */
export let recordsEnd: usize = RECORDS;
/** There was no room for all records. */
export let isCut: bool = false;
/** Changes when numbers are given anew. */
export let generation: u32 = 1;
let entries: u32 = 0;
let keysEnd: usize = KEYS;
let isTableFull: bool = false;

export function beginRecords(): void {
  recordsEnd = RECORDS;
  isCut = false;
  if (!isTableFull) return;
  memory.fill(SLOTS, 0, 4 << SLOT_BITS);
  entries = 0;
  keysEnd = KEYS;
  isTableFull = false;
  generation++;
}

/** A tag with these attributes. */
export function recordTag(tag: u32, attributes: u32, isHyperlink: bool, isInSvg: bool): void {
  const number = numberOfTag(tag | (isInSvg ? IN_SVG : 0), attributes, isHyperlink);
  write(tag | (isInSvg ? IN_SVG : 0), attributes, number);
}

/** A tag that says something about the page. */
export function recordFact(tag: u32, attributes: u32): void {
  write(tag | SAYS_FACT, attributes, 0);
}

/** The contents of a `style` element. */
export function recordContents(tag: u32, start: usize, end: usize): void {
  if (recordsEnd >= RECORDS_END) {
    isCut = true;
    return;
  }
  let to = keysEnd;
  store<u32>(to, tag | (1 << 8));
  to = writeKey(to + 4, CONTENTS, start, end);
  const number = to === 0 ? 0 : numberOfKey(to);
  store<u32>(recordsEnd, tag | (1 << 8));
  store<u32>(recordsEnd, number, 4);
  store<u32>(recordsEnd, CONTENTS, 8);
  store<u32>(recordsEnd, start - PAGE, 12);
  store<u32>(recordsEnd, end - PAGE, 16);
  recordsEnd += 20;
}

function write(first: u32, attributes: u32, number: u32): void {
  if (recordsEnd >= RECORDS_END) {
    isCut = true;
    return;
  }
  store<u32>(recordsEnd, first | (popcnt(attributes) << 8));
  store<u32>(recordsEnd, number, 4);
  let to = recordsEnd + 8;
  for (let left = attributes; left !== 0; left &= left - 1) {
    const attribute = ctz(left);
    store<u32>(to, attribute);
    store<u32>(to, valueStart(attribute) - PAGE, 4);
    store<u32>(to, valueEnd(attribute) - PAGE, 8);
    to += 12;
  }
  recordsEnd = to;
}

/** The number of what the tag says; 0 when it has none. */
function numberOfTag(first: u32, attributes: u32, isHyperlink: bool): u32 {
  let to = keysEnd;
  store<u32>(to, first);
  to += 4;
  for (let left = attributes; left !== 0; left &= left - 1) {
    const attribute = ctz(left);
    const start = valueStart(attribute);
    const end = valueEnd(attribute);
    // The first attribute is `href`.
    to = writeKey(
      to,
      attribute,
      start,
      isHyperlink && left === attributes ? withoutFragment(start, end) : end,
    );
    if (to === 0) return 0;
  }
  return numberOfKey(to);
}

/** Where a link ends without its fragment: at the first `#`, unless a reference or white space before it makes that uncertain. */
function withoutFragment(start: usize, end: usize): usize {
  const hash = find(HASH, start, end);
  const isCertain = hash < end && find(AMPERSAND, start, hash) === hash;
  return isCertain && (hash === start || !isSpace(at(hash - 1))) ? hash : end;
}

/** Appends to the key at `keysEnd`. Returns its new end, 0 when it is too long or there is no room. */
function writeKey(to: usize, attribute: u32, start: usize, end: usize): usize {
  const length = end - start;
  if (isTableFull || to - keysEnd + length > LONGEST_KEY) return 0;
  store<u32>(to, (attribute << 24) | <u32>length);
  copy(to + 4, start, length);
  return to + 4 + length;
}

/** The number of the key from `keysEnd` to `end`; 0 when it has none. */
function numberOfKey(end: usize): u32 {
  if (isTableFull) return 0;
  v128.store(end, i64x2.splat(0));
  const length = end - keysEnd;
  const hash = hashOf(keysEnd, length);
  let slot = <usize>(hash >> (64 - SLOT_BITS));
  for (let way = 0; way < LONGEST_WAY; way++) {
    const place = SLOTS + (slot << 2);
    const number = load<u32>(place);
    if (number === 0) {
      store<u32>(place, ++entries);
      addEntry(entries, hash, length);
      return entries;
    }
    if (isEntry(number, hash, length)) return number;
    slot = (slot + 1) & ((1 << SLOT_BITS) - 1);
  }
  return 0;
}

function addEntry(number: u32, hash: u64, length: usize): void {
  const entry = ENTRIES + ((<usize>number) << 4);
  store<u64>(entry, hash);
  store<u32>(entry, keysEnd, 8);
  store<u32>(entry, length, 12);
  keysEnd += (length + 15) & ~15;
  isTableFull = entries >= MOST_ENTRIES - 1 || keysEnd >= KEYS_END - LONGEST_KEY;
}

function isEntry(number: u32, hash: u64, length: usize): bool {
  const entry = ENTRIES + ((<usize>number) << 4);
  if (load<u64>(entry) !== hash || load<u32>(entry, 12) !== <u32>length) return false;
  const key: usize = load<u32>(entry, 8);
  for (let i: usize = 0; i < length; i += 16) {
    if (v128.any_true(v128.xor(v128.load(key + i), v128.load(keysEnd + i)))) return false;
  }
  return true;
}

/** Eight bytes at a time; there are zeros after the last ones. */
function hashOf(start: usize, length: usize): u64 {
  let hash: u64 = length;
  for (let i: usize = 0; i < length; i += 8) {
    hash = (hash ^ load<u64>(start + i)) * MIX;
    hash ^= hash >> 32;
  }
  return hash * MIX_AGAIN;
}
