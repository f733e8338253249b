import type { Project } from '../../crawl/tables/records.ts';
import type { Store } from '../../database/store.ts';
import { type CountedMatch, countedMatches } from './counted-matches.ts';
import { type CrawlPerformance, crawlPerformance } from './crawl-performance.ts';
import { type DetectorResults, detectorResults } from './detector-results.ts';
import { type PagesOverTime, pagesOverTime, pagesReadBy } from './pages-over-time.ts';
import type { PeriodUnit } from './periods.ts';

/** Tables I to III and figures 3 to 5 of paper C over what was crawled and found here (C9). */
interface ProjectStatistics {
  readonly performance: readonly CrawlPerformance[];
  readonly results: DetectorResults;
  readonly perPage: readonly MatchesPerPage[];
  readonly pages: PagesOverTime;
}

interface StatisticsChoice {
  /** Only runs that began, and visits that were made, at or after this moment. */
  readonly since: number;
  /** Null: periods that make a table which can be read. */
  readonly unit: PeriodUnit | null;
}

export async function projectStatistics(
  store: Pick<Store, 'statistics'>,
  projects: readonly Project[],
  { since, unit }: StatisticsChoice,
): Promise<ProjectStatistics> {
  const runsOf = await store.statistics.runs(projects.map(({ id }) => id));
  const withRuns = projects.map(({ id, name }) => ({ name, runs: runsOf.get(id) ?? [] }));
  const all = await countedMatches(store, withRuns, since);
  const matchesOf = Map.groupBy(all, ({ project }) => project);
  const performance = withRuns.map(({ name, runs }) =>
    crawlPerformance(
      { name },
      runs.filter(({ startedAt }) => startedAt >= since),
      matchesOf.get(name) ?? [],
    ),
  );
  const read = withRuns.map(({ name, runs }) => ({ project: name, byHour: pagesReadBy(runs, since) }));
  return {
    performance,
    results: detectorResults(all, unit),
    perPage: matchesPerPage(all),
    pages: pagesOverTime(read, unit),
  };
}

/** How often a detector matched so many times on one page (C, table III). */
export interface MatchesPerPage {
  readonly matches: number;
  readonly pages: number;
}

/** As in the paper, a page counts for each detector, and at each visit at which it had matches. */
function matchesPerPage(counted: readonly CountedMatch[]): readonly MatchesPerPage[] {
  const pages = new Map<number, number>();
  for (const { matches } of counted) pages.set(matches, (pages.get(matches) ?? 0) + 1);
  return [...pages]
    .map(([matches, count]) => ({ matches, pages: count }))
    .toSorted((a, b) => a.matches - b.matches);
}
