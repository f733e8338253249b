/** Whether a style sheet may refer to anything. What it refers to is read in JavaScript. */
import { AMPERSAND, find } from './bytes';

/** In a `style` element: `url(` or `@import`. */
export function hasUrl(start: usize, end: usize): bool {
  return hasUrlFunction(start, end) || hasImport(start, end);
}

/** In a `style` attribute, where references may stand for any of it. */
export function mayHaveStyleUrl(start: usize, end: usize): bool {
  return find(AMPERSAND, start, end) < end || find(0x40, start, end) < end || hasUrlFunction(start, end);
}

function hasUrlFunction(start: usize, end: usize): bool {
  for (let p = find(0x28, start, end); p < end; p = find(0x28, p + 1, end)) {
    if (p >= start + 3 && (load<u32>(p - 3) | 0x202020) === 0x286c7275) return true;
  }
  return false;
}

function hasImport(start: usize, end: usize): bool {
  for (let p = find(0x40, start, end); p < end; p = find(0x40, p + 1, end)) {
    const isImport = (load<u32>(p + 1) | 0x20202020) === 0x6f706d69 && (load<u16>(p + 5) | 0x2020) === 0x7472;
    if (isImport && p + 7 <= end) return true;
  }
  return false;
}
