/** The tag that is being read: its name and the attributes that matter. */
import { at, EQUALS, find, GT, isSpace, SLASH, skipSpace } from './bytes';
import { mayHaveStyleUrl } from './css';
import { TAG_NAME, VALUES } from './memory';
import { attributeNumber, keepName, readName, tagEntry } from './names';
import { SVG } from './properties';

/** The number of the name in `html-names.ts`, 0 when it has none. */
export let tag: u32 = 0;
/** What `properties.ts` says about the tag. */
export let properties: u32 = 0;
/** The attributes that the tag has, of those that were wanted. */
export let attributes: u32 = 0;
export let isSelfClosing: bool = false;
/** Where the name ends. */
export let nameEnd: usize = 0;

/** Of tags without a number. */
let wantedOfOthers: u32 = 0;
let wantedOfOthersInSvg: u32 = 0;
/** The number of `style`, whose value matters only when it may hold a URL. */
let styleNumber: u32 = 0;

export function setOthers(wanted: u32, wantedInSvg: u32, style: u32): void {
  wantedOfOthers = wanted;
  wantedOfOthersInSvg = wantedInSvg;
  styleNumber = style;
}

export function valueStart(attribute: u32): usize {
  return load<usize>(VALUES + ((<usize>attribute) << 3));
}

export function valueEnd(attribute: u32): usize {
  return load<usize>(VALUES + ((<usize>attribute) << 3), 4);
}

/** Reads a start tag from the first letter of its name. Returns the position after it; beyond the end when the page ends before the tag. */
export function readStartTag(start: usize, end: usize, isInSvg: bool): usize {
  const entry = readTagName(start);
  const isSvg = isInSvg || (properties & SVG) !== 0;
  const wanted =
    tag === 0 ? (isSvg ? wantedOfOthersInSvg : wantedOfOthers) : load<u32>(isSvg ? entry + 4 : entry, 20);
  return at(nameEnd) === GT ? nameEnd + 1 : readAttributes(nameEnd, end, wanted);
}

export function readEndTag(start: usize, end: usize): usize {
  readTagName(start);
  return at(nameEnd) === GT ? nameEnd + 1 : readAttributes(nameEnd, end, 0);
}

function readTagName(start: usize): usize {
  nameEnd = readName(start, false);
  keepName(TAG_NAME);
  const entry = tagEntry();
  const found = load<u32>(entry, 16);
  tag = found & 0xff;
  properties = found >> 8;
  attributes = 0;
  isSelfClosing = false;
  return entry;
}

/** HTML 13.2.5.32 to 13.2.5.40. */
function readAttributes(from: usize, end: usize, wanted: u32): usize {
  let p = from;
  let seen: u32 = 0;
  while (true) {
    while (p < end && (isSpace(at(p)) || at(p) === SLASH)) p++;
    if (p >= end) return end + 1;
    if (at(p) === GT) {
      isSelfClosing = at(p - 1) === SLASH;
      return p + 1;
    }
    const ends = readName(p, true);
    const number = wanted === 0 ? 0 : attributeNumber();
    const bit: u32 = (wanted >> number) & 1;
    p = skipSpace(ends, end);
    if (p >= end) return end + 1;
    if (at(p) !== EQUALS) {
      if (bit !== 0) seen = setAttribute(number, ends, ends, seen);
      continue;
    }
    p = skipSpace(p + 1, end);
    if (p >= end) return end + 1;
    const quote = at(p);
    if (quote === 0x22 || quote === 0x27) {
      const valueFrom = p + 1;
      const valueTo = find(quote, valueFrom, end);
      if (valueTo >= end) return end + 1;
      if (bit !== 0) seen = setAttribute(number, valueFrom, valueTo, seen);
      p = valueTo + 1;
      continue;
    }
    const valueFrom = p;
    while (p < end && !isSpace(at(p)) && at(p) !== GT) p++;
    if (p >= end) return end + 1;
    if (bit !== 0) seen = setAttribute(number, valueFrom, p, seen);
    // The `/` of `<a href=x/>` belongs to the value.
    if (at(p) === GT) return p + 1;
  }
}

/** Of several attributes with one name, the first counts. */
function setAttribute(number: u32, start: usize, end: usize, seen: u32): u32 {
  const bit: u32 = 1 << number;
  if ((seen & bit) !== 0) return seen;
  if (number !== styleNumber || mayHaveStyleUrl(start, end)) {
    attributes |= bit;
    store<usize>(VALUES + ((<usize>number) << 3), start);
    store<usize>(VALUES + ((<usize>number) << 3), end, 4);
  }
  return seen | bit;
}
