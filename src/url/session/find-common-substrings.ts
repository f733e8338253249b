import { isSpecial } from './special-characters.ts';

/**
 * FIND-CS(a, b, k) of A, figure 3: all substrings of length `k` that both strings have, with no special
 * character inside and a special character or the end of the string after them.
 *
 * Line 6 of the figure tests `b[i+1]`; it must be `b[i+k]`, the character after the candidate.
 */
export function findCommonSubstrings(a: string, b: string, k: number): ReadonlySet<string> {
  const found = new Set<string>();
  if (k < 1) return found;
  let runLength = 0; // characters since the last special one, so that each position is looked at once
  for (let end = 0; end <= b.length; end++) {
    if (end < b.length && !isSpecial(b.charAt(end))) {
      runLength++;
      continue;
    }
    if (runLength >= k) {
      const candidate = b.slice(end - k, end);
      if (a.includes(candidate)) found.add(candidate);
    }
    runLength = 0;
  }
  return found;
}
