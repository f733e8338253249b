/**
 * Signs that a page is no empty shell. They count less than `isEmptyShell` counts, never more: what they say is certain, and when they say nothing,
 * JavaScript reads the page.
 */
import { ANCHOR, NOSCRIPT, PICTURE, SHOWS } from './properties';

/** As in `empty-shell.ts`. */
const MOST_TEXT: i32 = 200;
const MOST_LINKS: i32 = 3;
const MOST_PICTURES: i32 = 3;
const MOST_READ: usize = 4 * <usize>MOST_TEXT + 1;

let text: i32 = 0;
let links: i32 = 0;
let pictures: i32 = 0;
/** How many `noscript` are open. */
let hidden: i32 = 0;
/** Whether the page has too much content for a shell. */
export let isFull: bool = false;

export function beginSigns(): void {
  text = 0;
  links = 0;
  pictures = 0;
  hidden = 0;
  isFull = false;
}

export function countStartTag(properties: u32, isSelfClosing: bool, hasLink: bool): void {
  if ((properties & (NOSCRIPT | ANCHOR | PICTURE | SHOWS)) === 0) return;
  if ((properties & NOSCRIPT) !== 0 && !isSelfClosing) hidden++;
  if (hidden > 0) return;
  if ((properties & ANCHOR) !== 0 && hasLink) links++;
  if ((properties & PICTURE) !== 0) pictures++;
  if (links > MOST_LINKS || pictures > MOST_PICTURES || (properties & SHOWS) !== 0) isFull = true;
}

export function countEndTag(properties: u32): void {
  if ((properties & NOSCRIPT) !== 0 && hidden > 0) hidden--;
}

/** Counts ASCII, and first bytes of characters of alphabets and scripts that have no white space of their own. */
export function countText(start: usize, end: usize): void {
  if (isFull || hidden > 0) return;
  const to = min(end, start + MOST_READ);
  for (let p = start; p < to; p += 16) {
    const bytes = v128.load(p);
    const ascii = v128.and(i8x16.gt_u(bytes, i8x16.splat(0x20)), i8x16.lt_u(bytes, i8x16.splat(0x7f)));
    const twoBytes = v128.and(
      i8x16.ge_u(bytes, i8x16.splat(<i8>0xd0)),
      i8x16.lt_u(bytes, i8x16.splat(<i8>0xe0)),
    );
    const threeBytes = v128.and(
      i8x16.ge_u(bytes, i8x16.splat(<i8>0xe4)),
      i8x16.lt_u(bytes, i8x16.splat(<i8>0xee)),
    );
    const found = i8x16.bitmask(v128.or(ascii, v128.or(twoBytes, threeBytes)));
    const left = to - p;
    text += popcnt(left < 16 ? found & ((1 << (<i32>left)) - 1) : found);
  }
  if (text > MOST_TEXT) isFull = true;
}
