/** Characters that cannot occur in a session id, because a URL gives them a meaning (A, section 3.1). */
const SPECIAL = new Set(';/?=&%#');

function isSpecial(character: string): boolean {
  return SPECIAL.has(character);
}

/**
 * FIND-CS(a, b, k) of A, figure 3: all substrings of length `k` that both strings have, with no special
 * character inside and a special character or the end of the string after them.
 *
 * Line 6 of the figure tests `b[i+1]`; it must be `b[i+k]`, the character after the candidate.
 */
export function findCommonSubstrings(a: string, b: string, k: number): ReadonlySet<string> {
  const found = new Set<string>();
  if (k < 1) return found;
  let runLength = 0; // characters since the last special one, so that each position is read once
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

/** A string that may be the session id, and the number of links that contain it. */
export interface SessionIdCandidate {
  readonly text: string;
  readonly count: number;
}

/**
 * FIND-SID(L, k) of A, figure 5: candidates come from the two longest links, or from the next two when these have
 * none, and so on; the one that most links contain comes first. Empty when the links run out.
 *
 * The figure removes the longest links before it counts; the paper's own numbers (14 and 5) need the whole list, so
 * every link counts here.
 */
export function findSessionIdCandidates(links: readonly string[], k: number): readonly SessionIdCandidate[] {
  const longestFirst = links.toSorted((a, b) => b.length - a.length);
  for (let i = 0; i + 1 < longestFirst.length; i += 2) {
    const candidates = findCommonSubstrings(longestFirst[i] ?? '', longestFirst[i + 1] ?? '', k);
    if (candidates.size === 0) continue;
    return [...candidates]
      .map((text) => ({ text, count: countContaining(links, text) }))
      .sort((a, b) => b.count - a.count);
  }
  return [];
}

export function countContaining(links: readonly string[], text: string): number {
  let count = 0;
  for (const link of links) if (link.includes(text)) count++;
  return count;
}
