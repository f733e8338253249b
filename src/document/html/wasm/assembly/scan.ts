/** Reads a page in one pass: what `scanHtml` reads, from the same bytes. */
import { addText, beginText, separate } from './body-text';
import { AMPERSAND, after, at, BANG, DASH, find, GT, hasControls, isLetter, LT, SLASH } from './bytes';
import { hasUrl } from './css';
import { DEEPEST_SVG, OPEN_SVG, PAGE, TAG_NAME } from './memory';
import * as is from './properties';
import { rawTextEnd, scriptEnd } from './raw-text';
import { beginRecords, isCut, recordContents, recordFact, recordTag } from './records';
import { beginSigns, countEndTag, countStartTag, countText, isFull } from './shell-signs';
import {
  attributes,
  isSelfClosing,
  nameEnd,
  properties,
  readEndTag,
  readStartTag,
  tag,
  valueEnd,
  valueStart,
} from './tag';

/** The contents of the first title; equal when it has none. */
export let titleStart: usize = 0;
export let titleEnd: usize = 0;
let hasTitle: bool = false;
/** Open elements of svg: 0 outside. */
let svgDepth: usize = 0;
/** The innermost one holds text only. */
let isTextOfSvg: bool = false;
let isRefused: bool = false;

let hrefBit: u32 = 0;
let nameNumber: u32 = 0;
let contentBit: u32 = 0;

export function setAttributeNumbers(href: u32, name: u32, content: u32): void {
  hrefBit = 1 << href;
  nameNumber = name;
  contentBit = 1 << content;
}

/** Reads the page of that length at `PAGE`, which is valid UTF-8. Returns false when it is refused: nothing that was read counts then. */
export function scan(length: usize): bool {
  const end = PAGE + length;
  memory.fill(end, 0, 64);
  if (hasControls(PAGE, end)) return false;
  begin();
  return scanTo(end, false) && !isCut;
}

/** Whether the page is certainly no empty shell. Reads no more of it than it needs. */
export function isCertainlyFull(length: usize): bool {
  const end = PAGE + length;
  memory.fill(end, 0, 64);
  if (hasControls(PAGE, end)) return false;
  begin();
  return scanTo(end, true) && isFull;
}

function begin(): void {
  beginText();
  beginRecords();
  beginSigns();
  titleStart = PAGE;
  titleEnd = PAGE;
  hasTitle = false;
  svgDepth = 0;
  isTextOfSvg = false;
  isRefused = false;
}

function scanTo(end: usize, untilFull: bool): bool {
  let p = PAGE;
  let textStart = p;
  while (true) {
    p = find(LT, p, end);
    if (p >= end) break;
    const next = at(p + 1);
    const isTag = isLetter(next);
    if (!isTag && next !== SLASH && next !== BANG && next !== 0x3f) {
      // A lone `<` is text, and the text continues.
      p++;
      continue;
    }
    if (next === SLASH && p + 2 >= end) break;
    if (p > textStart) text(textStart, p);
    if (isTag) p = startTag(p + 1, end);
    else if (next === SLASH) p = endTag(p + 2, end);
    else p = declaration(p + 1, end);
    if (isRefused) return false;
    if (untilFull && isFull) return true;
    textStart = p;
  }
  if (textStart < end) text(textStart, end);
  return true;
}

function text(start: usize, end: usize): void {
  countText(start, end);
  addText(start, end, true);
}

/** A tag that is cut off by the end of the page is not a tag. */
function startTag(start: usize, end: usize): usize {
  const p = readStartTag(start, end, svgDepth > 0);
  if (p > end) return end;
  const isInSvg = svgDepth > 0 || (properties & is.SVG) !== 0;
  if ((properties & is.REFUSED) !== 0) isRefused = true;
  if (isInSvg) openInSvg();
  if (isRefused) return p;
  if ((properties & is.SEPARATES) !== 0) separate();
  countStartTag(properties, isSelfClosing, (attributes & hrefBit) !== 0);
  if (attributes !== 0) record(isInSvg);
  return (properties & is.RAW) !== 0 && !isInSvg ? rawText(start, p, end) : p;
}

function record(isInSvg: bool): void {
  if ((properties & is.FACT) === 0) {
    recordTag(tag, attributes, (attributes & hrefBit) !== 0 && (properties & is.HYPERLINK) !== 0, isInSvg);
  } else if ((properties & is.META) === 0 || mayMatter()) {
    recordFact(tag, attributes);
  }
}

/** Whether a `meta` may say more than a description: it has `http-equiv`, or its name begins as `robots` and `tidemark` do. */
function mayMatter(): bool {
  const nameBit: u32 = 1 << nameNumber;
  if ((attributes & ~(nameBit | contentBit)) !== 0) return true;
  if ((attributes & contentBit) === 0 || (attributes & nameBit) === 0) return false;
  const start = valueStart(nameNumber);
  const end = valueEnd(nameNumber);
  const initial = at(start) | 0x20;
  return initial === 0x72 || initial === 0x74 || find(AMPERSAND, start, end) < end;
}

function rawText(nameStart: usize, start: usize, end: usize): usize {
  const element = tag;
  const stops =
    (properties & is.SCRIPT) !== 0
      ? scriptEnd(start, end, nameStart, nameEnd)
      : rawTextEnd(start, end, nameStart, nameEnd);
  if ((properties & is.TITLE) !== 0) {
    if (!hasTitle) {
      titleStart = start;
      titleEnd = stops;
    }
    hasTitle = true;
  } else if ((properties & is.TEXTAREA) !== 0) addText(start, stops, true);
  else if ((properties & is.STYLE) !== 0 && hasUrl(start, stops)) recordContents(element, start, stops);
  return stops;
}

/** `start` is the position after the `</`. */
function endTag(start: usize, end: usize): usize {
  const first = at(start);
  // `</>` is nothing; `</` before anything else begins a bogus comment.
  if (!isLetter(first)) return first === GT ? start + 1 : after(GT, start, end);
  const p = readEndTag(start, end);
  if (p > end) return end;
  if (svgDepth > 0) closeInSvg();
  countEndTag(properties);
  if ((properties & is.SEPARATES) !== 0) separate();
  return p;
}

/**
 * Only svg in which every element is closed by its own end tag is read here, without HTML in it: then the namespace is certain. `ForeignContent` knows
 * all others.
 */
function openInSvg(): void {
  const isRoot = svgDepth === 0;
  if (!isRoot && ((properties & is.REFUSED_IN_SVG) !== 0 || isTextOfSvg)) isRefused = true;
  if (isSelfClosing) return;
  // Names of more than 16 bytes are not told apart.
  if (svgDepth === DEEPEST_SVG || load<u64>(TAG_NAME) === 0) isRefused = true;
  if (isRefused) return;
  v128.store(OPEN_SVG + (svgDepth << 4), v128.load(TAG_NAME));
  svgDepth++;
  isTextOfSvg = !isRoot && (properties & is.TEXT_IN_SVG) !== 0;
}

function closeInSvg(): void {
  const open = v128.load(OPEN_SVG + ((svgDepth - 1) << 4));
  if (v128.any_true(v128.xor(open, v128.load(TAG_NAME)))) {
    isRefused = true;
    return;
  }
  svgDepth--;
  isTextOfSvg = false;
}

/** `start` is the `!` or `?`: a comment, or anything up to the next `>`. */
function declaration(start: usize, end: usize): usize {
  if (at(start) === BANG) {
    if (at(start + 1) === DASH && at(start + 2) === DASH) return comment(start + 3, end);
    // In svg, a CDATA section.
    if (svgDepth > 0) isRefused = true;
  }
  return after(GT, start + 1, end);
}

/** `<!-->` and `<!--->` are whole comments; otherwise `-->` or `--!>` ends one. */
function comment(start: usize, end: usize): usize {
  let p = find(GT, start, end);
  for (; p < end; p = find(GT, p + 1, end)) {
    if (p === start || (p === start + 1 && at(start) === DASH)) return p + 1;
    if (at(p - 1) === DASH && at(p - 2) === DASH && p >= start + 2) return p + 1;
    if (at(p - 1) === BANG && at(p - 2) === DASH && at(p - 3) === DASH && p >= start + 3) return p + 1;
  }
  return end;
}
