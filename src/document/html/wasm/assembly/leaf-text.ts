/**
 * Writes the text of the leaves of a page, in their order, so that words can be looked for before any segment is made. It follows `SegmentSink` and
 * `TokenWriter`: what is one word in a leaf is one word here. Leaves that follow each other may stand together as one, but no leaf is divided.
 */
import { AMPERSAND, at, copy, find, isLetter, isSpace } from './bytes';
import { LEAF_TEXT, LEAF_TEXT_END } from './memory';
import { code, reference, secondCode } from './references';
import { attributes, valueEnd, valueStart } from './tag';

/** Ends a leaf. Pages with control characters are refused. */
export const LEAF_END: i32 = 1;
/** The same for what may be several leaves: preformatted text, some links. */
export const LEAVES_END: i32 = 2;
const SPACE: i32 = 0x20;
const SEMICOLON: i32 = 0x3b;

/** Whether the text is written: only some callers look for words. */
export let isKept: bool = false;
export let leafTextEnd: usize = LEAF_TEXT;
/** It cannot be said what the words of some leaf are. */
export let isUncertain: bool = false;

/** No word has been split by a tag since the last text. */
let isWordOpen: bool = false;
/** As in `TokenWriter`. */
let hasSeam: bool = false;
/** The last word ends a leaf, or goes on: nobody knows. */
let isDoubtful: bool = false;
/** Preformatted text, each line of which is a leaf, has begun and perhaps not ended. */
let hasPre: bool = false;
/** No block has begun or ended since; another one was open before. */
let isPre: bool = false;
let isNestedPre: bool = false;
let maySplit: bool = false;
let hasTitle: bool = false;
/** Whether a link of the leaf has ended, and where the text after it begins. */
let hasLink: bool = false;
let afterLink: usize = 0;
/** Whether there are words outside the links of a leaf. */
const NO: i32 = 0;
const MAYBE: i32 = 1;
const YES: i32 = 2;
let hasOtherWords: i32 = NO;

let altNumber: u32 = 0;
let valueNumber: u32 = 0;
let typeNumber: u32 = 0;

export function keepLeafText(keeps: bool): void {
  isKept = keeps;
}

export function setLeafAttributes(alt: u32, value: u32, type: u32): void {
  altNumber = alt;
  valueNumber = value;
  typeNumber = type;
}

/** The attributes that only leaves have. */
export function leafAttributes(): u32 {
  return (1 << altNumber) | (1 << valueNumber);
}

export function beginLeafText(): void {
  leafTextEnd = LEAF_TEXT;
  isUncertain = false;
  hasSeam = false;
  hasPre = false;
  isPre = false;
  isNestedPre = false;
  hasTitle = false;
  store<u8>(leafTextEnd++, <u8>LEAF_END);
  beginLeaf();
}

/** The last leaf. There are zeros after it. */
export function endLeafText(): void {
  endLeaf();
  memory.fill(leafTextEnd, 0, 32);
}

function beginLeaf(): void {
  isWordOpen = false;
  isDoubtful = false;
  hasLink = false;
  afterLink = leafTextEnd;
  hasOtherWords = NO;
  maySplit = false;
}

export function endLeaf(): void {
  if (at(leafTextEnd - 1) > LEAVES_END) put(maySplit ? LEAVES_END : LEAF_END);
  beginLeaf();
}

/** A tag that is a token, or an end tag of such an element. */
export function splitWord(): void {
  isWordOpen = false;
}

export function seam(): void {
  hasSeam = true;
}

/** A seam, or a tag that means nothing: that depends on attributes that are not read. */
export function doubtSeam(): void {
  if (isWordOpen) isUncertain = true;
}

/** A block begins or ends. */
export function endBlock(): void {
  endLeaf();
  isPre = false;
}

export function beginPre(): void {
  isNestedPre = hasPre;
  hasPre = true;
  isPre = true;
}

export function endPre(): void {
  if (isPre && !isNestedPre) hasPre = false;
  endBlock();
}

/** As `SegmentSink` does it: links with nothing but signs and numbers between them are leaves of their own. */
export function startLink(): void {
  isWordOpen = false;
  hasOtherWords = max(hasOtherWords, wordsSince(afterLink));
  afterLink = leafTextEnd;
  if (!hasLink && !hasPre) return;
  if (hasOtherWords === NO && !hasPre) {
    endLeaf();
  } else if (hasOtherWords === MAYBE || hasPre) {
    maySplit = true;
    isDoubtful = mayBeWord(at(leafTextEnd - 1));
  }
}

export function endLink(): void {
  isWordOpen = false;
  hasLink = true;
  afterLink = leafTextEnd;
}

/** Whether a word that begins with no digit stands there. Of other characters than ASCII it is not known. */
function wordsSince(start: usize): i32 {
  let found = NO;
  let p = start;
  while (p < leafTextEnd) {
    const byte = at(p);
    if (byte >= 0x80) found = MAYBE;
    else if (isLetter(byte) || byte === 0x5f) return YES;
    else if (isDigit(byte)) {
      // A tag may stand between the digits and what follows.
      for (p++; p < leafTextEnd && mayBeWord(at(p)); p++) if (!isDigit(at(p))) found = MAYBE;
      continue;
    }
    p++;
  }
  return found;
}

function isDigit(byte: i32): bool {
  return byte >= 0x30 && byte <= 0x39;
}

function isCapital(byte: i32): bool {
  return byte >= 0x41 && byte <= 0x5a;
}

function isSmall(byte: i32): bool {
  return byte >= 0x61 && byte <= 0x7a;
}

function mayBeWord(byte: i32): bool {
  return isLetter(byte) || isDigit(byte) || byte === 0x5f || byte >= 0x80;
}

function put(byte: i32): void {
  store<u8>(leafTextEnd++, <u8>byte);
}

/** Text outside tags. */
export function addLeafText(start: usize, end: usize): void {
  if (start >= end) return;
  if (leafTextEnd >= LEAF_TEXT_END) {
    isUncertain = true;
    return;
  }
  const first = at(start);
  if (hasSeam) {
    hasSeam = false;
    if (isWordOpen && joinsWords(first)) put(SPACE);
  }
  if (isDoubtful) {
    isDoubtful = false;
    if (mayBeWord(first) || first === AMPERSAND) isUncertain = true;
  }
  if (hasPre) maySplit = true;
  write(start, end, false);
  isWordOpen = mayBeWord(at(leafTextEnd - 1));
}

/** As `TokenWriter` sees it. An invisible character at the end hides what is before it. */
function joinsWords(next: i32): bool {
  const last = at(leafTextEnd - 1);
  if (last >= 0x80) {
    if ((isCapital(next) || isDigit(next)) && mayBeInvisible()) isUncertain = true;
    return false;
  }
  return (isCapital(next) && (isSmall(last) || isDigit(last))) || (isDigit(next) && isSmall(last));
}

/** Soft hyphens, marks of direction, variation selectors and the like. */
function mayBeInvisible(): bool {
  const last = at(leafTextEnd - 1);
  const before = at(leafTextEnd - 2);
  if (before === 0xc2) return last < 0xa0 || last === 0xad;
  if (before === 0x80) return last === 0x8e || last === 0x8f || last >= 0xaa;
  return before === 0x81 || before === 0xb8 || before === 0xbb;
}

/** The description of a picture, the label of a button: words of their own. */
function addAttribute(number: u32): void {
  if (((attributes >> number) & 1) === 0) return;
  put(SPACE);
  write(valueStart(number), valueEnd(number), false);
  put(SPACE);
  hasSeam = false;
  isDoubtful = false;
}

export function addAlt(): void {
  addAttribute(altNumber);
}

/** Of an `input` that is a button or a picture. */
export function addButtonText(): void {
  if (((attributes >> typeNumber) & 1) === 0) return;
  const start = valueStart(typeNumber);
  const end = valueEnd(typeNumber);
  if (find(AMPERSAND, start, end) < end) isUncertain = true;
  else if (isSame(start, end, SUBMIT, 6) || isSame(start, end, BUTTON, 6) || isSame(start, end, RESET, 5))
    addAttribute(valueNumber);
  else if (isSame(start, end, IMAGE, 5)) addAttribute(altNumber);
}

const SUBMIT: u64 = 0x7469_6d62_7573;
const BUTTON: u64 = 0x6e6f_7474_7562;
const RESET: u64 = 0x74_6573_6572;
const IMAGE: u64 = 0x65_6761_6d69;
const DESCRIP: u64 = 0x7470_6972_6373_6564;
const TION: u64 = 0x6e_6f69;

/** Whether these are the letters, in any case; at most eight. */
function isSame(start: usize, end: usize, letters: u64, length: usize): bool {
  if (end - start !== length) return false;
  const mask: u64 = <u64>-1 >> (64 - ((<u64>length) << 3));
  return ((load<u64>(start) | 0x2020_2020_2020_2020) & mask) === letters;
}

/** A `meta` with a name and contents. */
export function addDescription(nameStart: usize, nameEnd: usize, start: usize, end: usize): void {
  if (find(AMPERSAND, nameStart, nameEnd) < nameEnd) {
    isUncertain = true;
    return;
  }
  if (nameEnd - nameStart !== 11 || !isSame(nameStart, nameStart + 8, DESCRIP, 8)) return;
  if (isSame(nameStart + 8, nameEnd, TION, 3)) addApart(start, end, true);
}

/** The first title with contents. */
export function addTitle(start: usize, end: usize): void {
  if (hasTitle || start >= end) return;
  hasTitle = true;
  addApart(start, end, false);
}

/** A leaf outside the tree: the title, the description. */
function addApart(start: usize, end: usize, isAttribute: bool): void {
  endLeaf();
  write(start, end, isAttribute);
  endLeaf();
}

/** Decodes references as in text. Where those of an attribute may mean something else, the text is uncertain. */
function write(start: usize, end: usize, isAttribute: bool): void {
  let p = start;
  while (p < end) {
    if (leafTextEnd >= LEAF_TEXT_END) {
      isUncertain = true;
      return;
    }
    const ampersand = find(AMPERSAND, p, end);
    copy(leafTextEnd, p, ampersand - p);
    leafTextEnd += ampersand - p;
    if (ampersand >= end) return;
    p = reference(ampersand + 1, end);
    if (p === ampersand + 1) {
      put(AMPERSAND);
    } else {
      if (isAttribute && at(p - 1) !== SEMICOLON) isUncertain = true;
      putCode(code);
      if (secondCode !== 0) putCode(secondCode);
    }
  }
}

function putCode(point: u32): void {
  if (isSpace(point)) put(SPACE);
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
