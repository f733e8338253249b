/** Searches in bytes, 16 at a time. After the end of a page there are zeros, so all may read beyond it. */

export const LT: i32 = 0x3c;
export const GT: i32 = 0x3e;
export const SLASH: i32 = 0x2f;
export const DASH: i32 = 0x2d;
export const BANG: i32 = 0x21;
export const EQUALS: i32 = 0x3d;
export const AMPERSAND: i32 = 0x26;
export const HASH: i32 = 0x23;

/** Odd numbers with many bits, to multiply hashes by. */
export const MIX: u64 = ((<u64>0x9e3779b9) << 32) | 0x7f4a7c15;
export const MIX_AGAIN: u64 = ((<u64>0xd6e8feb8) << 32) | 0x6659fd93;

export function at(position: usize): i32 {
  return load<u8>(position);
}

export function isLetter(byte: i32): bool {
  const low = byte | 0x20;
  return low >= 0x61 && low <= 0x7a;
}

/** White space: pages with other control characters are refused. */
export function isSpace(byte: i32): bool {
  return byte <= 0x20;
}

/** The next such byte, or the end. */
export function find(byte: i32, from: usize, end: usize): usize {
  const wanted = i8x16.splat(<i8>byte);
  for (let p = from; p < end; p += 16) {
    const found = i8x16.bitmask(i8x16.eq(v128.load(p), wanted));
    if (found !== 0) return min(p + ctz(found), end);
  }
  return end;
}

/** The position after the next such byte, or the end. */
export function after(byte: i32, from: usize, end: usize): usize {
  return min(find(byte, from, end) + 1, end);
}

/** The first byte that is not white space, or the end. */
export function skipSpace(from: usize, end: usize): usize {
  const space = i8x16.splat(0x20);
  for (let p = from; p < end; p += 16) {
    const found = i8x16.bitmask(i8x16.gt_u(v128.load(p), space));
    if (found !== 0) return min(p + ctz(found), end);
  }
  return end;
}

/** Of the page that was looked at last. */
export let isAscii: bool = true;
export let hasCr: bool = false;

/** Whether there are control characters other than white space. */
export function hasControls(from: usize, end: usize): bool {
  // 1 for each byte below 16 that is not tab, LF, FF or CR. `swizzle` gives 0 for all other bytes.
  const low = i8x16(1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 1, 0, 0, 1, 1);
  const sixteen = i8x16.splat(16);
  const cr = i8x16.splat(0x0d);
  let found = i8x16.splat(0);
  let any = i8x16.splat(0);
  let crs = i8x16.splat(0);
  let p = from;
  for (; p + 16 <= end; p += 16) {
    const bytes = v128.load(p);
    const high = i8x16.lt_u(i8x16.sub(bytes, sixteen), sixteen);
    found = v128.or(found, v128.or(i8x16.swizzle(low, bytes), high));
    any = v128.or(any, bytes);
    crs = v128.or(crs, i8x16.eq(bytes, cr));
  }
  isAscii = i8x16.bitmask(any) === 0;
  hasCr = v128.any_true(crs);
  if (v128.any_true(found)) return true;
  for (; p < end; p++) {
    const byte = at(p);
    if (byte >= 0x80) isAscii = false;
    if (byte === 0x0d) hasCr = true;
    if (byte < 0x20 && byte !== 9 && byte !== 10 && byte !== 12 && byte !== 13) return true;
  }
  return false;
}

/** Copies 16 bytes at a time, and so up to 15 more than asked. */
export function copy(to: usize, from: usize, length: usize): void {
  for (let done: usize = 0; done < length; done += 16) v128.store(to + done, v128.load(from + done));
}
