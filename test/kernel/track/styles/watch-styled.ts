import type { Tracker } from '../tracker.ts';
import { judgeRows, requestsOf, type WildMistake } from '../wild/watch-wild.ts';
import { serveStyled } from './serve-styled.ts';
import type { StyledSite } from './styled-site.ts';

/** One visit to one site: what was wrong, and what it cost. */
export interface StyledVisit {
  readonly site: StyledSite;
  readonly visit: number;
  /** Pages of the site and how often each was requested. */
  readonly pages: number;
  readonly requests: number;
  readonly samePages: number;
  readonly sameRequests: number;
  readonly mistakes: readonly WildMistake[];
}

/** Visits a site in all its states. The result covers the second and all further visits. */
export async function watchStyled(site: StyledSite, tracker: Tracker): Promise<readonly StyledVisit[]> {
  const served = await serveStyled(site);
  try {
    const visits: StyledVisit[] = [];
    for (const index of site.states.keys()) {
      if (index > 0) served.advance();
      await tracker.track(index === 0 ? `${served.origin}/` : null);
      const { pages } = await tracker.report();
      visits.push({
        site,
        visit: index + 1,
        pages: pages.length,
        ...requestsOf(served.asked(), site.truth[index]),
        mistakes: judgeRows(site, index, pages),
      });
    }
    return visits.slice(1);
  } finally {
    await served.close();
  }
}
