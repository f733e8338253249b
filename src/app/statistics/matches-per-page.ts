import type { CountedMatch } from './counted-matches.ts';

/** How often a detector matched so many times on one page (C, table III). */
export interface MatchesPerPage {
  readonly matches: number;
  readonly pages: number;
}

/** As in the paper, a page counts for each detector, and at each visit at which it had matches. */
export function matchesPerPage(counted: readonly CountedMatch[]): readonly MatchesPerPage[] {
  const pages = new Map<number, number>();
  for (const { matches } of counted) pages.set(matches, (pages.get(matches) ?? 0) + 1);
  return [...pages]
    .map(([matches, count]) => ({ matches, pages: count }))
    .toSorted((a, b) => a.matches - b.matches);
}
