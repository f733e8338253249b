/** Finds the end of elements in which `<` begins no tag (HTML 13.2.5.2 to 13.2.5.5), as `raw-text.ts` does. */
import { at, BANG, DASH, find, GT, isSpace, LT, SLASH } from './bytes';

/** Whether the name from `start` to `end` occurs again at `position`, in any case, and ends there. */
function isName(position: usize, start: usize, end: usize): bool {
  let p = position;
  for (let from = start; from < end; from++, p++) if ((at(from) | 0x20) !== (at(p) | 0x20)) return false;
  const next = at(p);
  return isSpace(next) || next === SLASH || next === GT;
}

function isOpening(position: usize): bool {
  return at(position + 1) === BANG && at(position + 2) === DASH && at(position + 3) === DASH;
}

/** The `</name` that closes the element, or the end of the page. The name is that of the start tag. */
export function rawTextEnd(from: usize, pageEnd: usize, nameStart: usize, nameEnd: usize): usize {
  let p = find(LT, from, pageEnd);
  for (; p < pageEnd; p = find(LT, p + 1, pageEnd)) {
    if (at(p + 1) === SLASH && endsAt(p + 2, pageEnd, nameStart, nameEnd)) return p;
  }
  return pageEnd;
}

/** The zeros after the page end no name. */
function endsAt(position: usize, pageEnd: usize, nameStart: usize, nameEnd: usize): bool {
  return position + (nameEnd - nameStart) < pageEnd && isName(position, nameStart, nameEnd);
}

/** The same for a script: after `<!--`, `<script>` hides one `</script>`, until `-->`. */
export function scriptEnd(from: usize, pageEnd: usize, nameStart: usize, nameEnd: usize): usize {
  let isEscaped = false;
  let isDouble = false;
  let dashes: usize = 0;
  for (let p = from; p < pageEnd; p++) {
    if (!isEscaped) {
      p = find(LT, p, pageEnd);
      if (p >= pageEnd) break;
      if (at(p + 1) === SLASH) {
        if (endsAt(p + 2, pageEnd, nameStart, nameEnd)) return p;
      } else if (isOpening(p)) {
        isEscaped = true;
        isDouble = false;
        dashes = p + 2;
        p += 3;
      }
      continue;
    }
    const byte = at(p);
    if (byte === GT) {
      if (at(p - 1) === DASH && at(p - 2) === DASH && p - 2 >= dashes) isEscaped = false;
    } else if (byte === LT) {
      if (at(p + 1) === SLASH) {
        if (!endsAt(p + 2, pageEnd, nameStart, nameEnd)) continue;
        if (!isDouble) return p;
        isDouble = false;
      } else if (!isDouble && endsAt(p + 1, pageEnd, nameStart, nameEnd)) {
        isDouble = true;
      }
    }
  }
  return pageEnd;
}
