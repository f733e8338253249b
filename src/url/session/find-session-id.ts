import { findCommonSubstrings } from './find-common-substrings.ts';

/** A string that may be the session id, and the number of links that contain it. */
export interface SessionIdCandidate {
  readonly text: string;
  readonly count: number;
}

/**
 * FIND-SID(L, k) of A, figure 5: candidates come from the two longest links, from the next two while there
 * are none; the one that most links contain comes first. Empty when the links run out.
 *
 * The figure takes the longest links out before it counts; the paper's own numbers (14 and 5) need the
 * whole list, so every link counts here.
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
