import { type MatchCount, matchCounts } from '../../crawl/events/match-counts.ts';
import type { Project } from '../../crawl/tables/project.ts';
import type { Store } from '../../database/store.ts';
import type { ResultOf } from '../../http/contract/endpoint.ts';
import { projectsAsked } from '../../http/requested-resources.ts';
import type { ServiceContext } from '../../http/service-context.ts';
import type { ServicesOf } from '../../http/services.ts';
import { type PeriodUnit, periodStart, periodsOf } from './periods.ts';
import type { statisticsEndpoints } from './statistics-endpoints.ts';
import type { RunFigures } from './tables/statistics.ts';

type Statistics = ResultOf<(typeof statisticsEndpoints)['showStatistics']>;

/** Tables I to III and figures 3 to 5 of the paper on segments and detectors, over what was crawled and found here. */
interface ProjectStatistics {
  readonly performance: readonly CrawlPerformance[];
  readonly results: DetectorResults;
  readonly perPage: readonly MatchesPerPage[];
  /** How many pages the runs of each source got over time (the paper on segments and detectors, figure 3). */
  readonly pages: Statistics['pages'];
}

interface StatisticsChoice {
  /** Only runs that began, and visits that were made, at or after this moment. */
  readonly since: number;
  /** Null: the shortest periods that make a readable table. */
  readonly unit: PeriodUnit | null;
}

export function statisticsServices({ store }: ServiceContext): ServicesOf<typeof statisticsEndpoints> {
  return {
    showStatistics: async ({ project, since, by }, { caller }) => {
      const among = await projectsAsked(store, caller, project);
      const { performance, results, perPage, pages } = await projectStatistics(store, among, {
        since: since ?? 0,
        unit: by ?? null,
      });
      return { crawls: performance, ...results, perPage, pages };
    },
  };
}

export async function projectStatistics(
  store: Store,
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

/** On how many pages a detector had this number of matches (the paper on segments and detectors, table III). */
export type MatchesPerPage = Statistics['perPage'][number];

/** As in the paper, a page counts once for each detector and each visit at which that detector had matches. */
function matchesPerPage(counted: readonly CountedMatch[]): readonly MatchesPerPage[] {
  const pages = new Map<number, number>();
  for (const { matches } of counted) pages.set(matches, (pages.get(matches) ?? 0) + 1);
  return [...pages]
    .map(([matches, count]) => ({ matches, pages: count }))
    .toSorted((a, b) => a.matches - b.matches);
}

/** The pages that the runs of a project got, by hours since 1970. */
interface PagesRead {
  readonly project: string;
  readonly byHour: ReadonlyMap<number, number>;
}

const HOUR = 3_600_000;

/** In all hours that ended after `since`. */
function pagesReadBy(runs: readonly RunFigures[], since: number): ReadonlyMap<number, number> {
  const byHour = new Map<number, number>();
  for (const run of runs)
    for (const { hour, pages } of run.byHour ?? evenly(run))
      if ((hour + 1) * HOUR > since) byHour.set(hour, (byHour.get(hour) ?? 0) + pages);
  return byHour;
}

/** Throws APP_SETTING_INVALID when there are too many periods. */
function pagesOverTime(read: readonly PagesRead[], wanted: PeriodUnit | null): Statistics['pages'] {
  const { unit, periods } = periodsOf(
    read.flatMap(({ byHour }) => [...byHour.keys()].map((hour) => hour * HOUR)),
    wanted,
  );
  return {
    unit,
    periods,
    sources: read.map(({ project, byHour }) => {
      const sums = new Map<number, number>();
      for (const [hour, pages] of byHour) {
        const start = periodStart(hour * HOUR, unit);
        sums.set(start, (sums.get(start) ?? 0) + pages);
      }
      return { project, pages: periods.map((start) => sums.get(start) ?? 0) };
    }),
  };
}

/** Where it is not stored when pages were read, they count as read evenly over the run. */
function evenly({ startedAt, endedAt, processed }: RunFigures): NonNullable<RunFigures['byHour']> {
  const first = Math.floor(startedAt / HOUR);
  const count = Math.floor((endedAt ?? startedAt) / HOUR) - first + 1;
  const upTo = (hours: number): number => Math.floor((processed * hours) / count);
  return Array.from({ length: count }, (_, i) => ({ hour: first + i, pages: upTo(i + 1) - upTo(i) }));
}

/** What detectors found over time, those with the most matches first (the paper on segments and detectors, table II). */
export type DetectorResults = Pick<Statistics, 'periods' | 'detectors' | 'all'> & {
  readonly unit: PeriodUnit;
};

/** Throws APP_SETTING_INVALID when there are too many periods. */
function detectorResults(matches: readonly CountedMatch[], wanted: PeriodUnit | null): DetectorResults {
  const { unit, periods } = periodsOf(
    matches.map(({ at }) => at),
    wanted,
  );
  const row = (counted: readonly CountedMatch[]) => {
    const byPeriod = Map.groupBy(counted, ({ at }) => periodStart(at, unit));
    return { periods: periods.map((start) => countOf(byPeriod.get(start) ?? [])), total: countOf(counted) };
  };
  const groups = Map.groupBy(matches, ({ project, detector }) => JSON.stringify([project, detector]));
  const detectors = [...groups.values()].flatMap((counted) => {
    const [one] = counted;
    return one === undefined ? [] : [{ project: one.project, detector: one.detector, ...row(counted) }];
  });
  return {
    unit,
    periods,
    detectors: detectors.toSorted((a, b) => b.total.matches - a.total.matches),
    all: row(matches),
  };
}

function countOf(counted: readonly CountedMatch[]): MatchesPerPage {
  return {
    pages: new Set(counted.map(({ pageId }) => pageId)).size,
    matches: counted.reduce((sum, { matches }) => sum + matches, 0),
  };
}

/** How the crawls of a source went (the paper on segments and detectors, table I). */
export type CrawlPerformance = Statistics['crawls'][number];

/** Crawls that still run count, but not in the averages. */
function crawlPerformance(
  { name }: Pick<Project, 'name'>,
  runs: readonly RunFigures[],
  matches: readonly CountedMatch[],
): CrawlPerformance {
  const ended = runs.flatMap(({ endedAt, ...run }) => (endedAt === null ? [] : [{ ...run, endedAt }]));
  const sum = (value: (run: (typeof ended)[number]) => number): number =>
    ended.reduce((total, run) => total + value(run), 0);
  const average = (total: number): number | null => (ended.length === 0 ? null : total / ended.length);
  const ms = sum(({ startedAt, endedAt }) => endedAt - startedAt);
  const read = sum(({ processed }) => processed);
  return {
    project: name,
    crawls: runs.length,
    fullCrawls: runs.filter(({ isFull }) => isFull).length,
    pagesFound: average(sum(({ found }) => found)),
    pagesRead: average(read),
    ms: average(ms),
    pagesPerSecond: ms === 0 ? null : (read * 1000) / ms,
    pagesMatched: new Set(matches.map(({ pageId }) => pageId)).size,
    matches: matches.reduce((total, one) => total + one.matches, 0),
  };
}

/** The matches of a detector on a page at one visit, and the project that it belongs to. */
type CountedMatch = MatchCount & { readonly project: string };

/** The matches of these runs, at visits at or after `since`. */
async function countedMatches(
  store: Store,
  projects: readonly { readonly name: string; readonly runs: readonly RunFigures[] }[],
  since: number,
): Promise<readonly CountedMatch[]> {
  const projectOf = new Map<number, string>();
  for (const { name, runs } of projects)
    for (const { runId, endedAt } of runs)
      if (endedAt === null || endedAt >= since) projectOf.set(runId, name);
  const ids = [...projectOf.keys()];
  const counted: CountedMatch[] = [];
  for (let from = 0; from < ids.length; from += RUNS)
    for (const count of (await matchCounts.added?.(store, ids.slice(from, from + RUNS))) ?? []) {
      const project = projectOf.get(count.runId);
      if (project !== undefined && count.at >= since) counted.push({ ...count, project });
    }
  return counted;
}

/** Runs per query: databases accept some ten thousand values in one query. */
const RUNS = 1000;

/** What a detector has found so far. */
interface DetectorTotals {
  readonly matches: number;
  readonly lastAt: number;
}

/** By the names of detectors; those without a match are left out. */
export async function detectorTotals(
  store: Store,
  project: Project,
): Promise<ReadonlyMap<string, DetectorTotals>> {
  const totals = new Map<string, DetectorTotals>();
  const runs = (await store.statistics.runs([project.id])).get(project.id) ?? [];
  for (const { detector, matches, at } of await countedMatches(store, [{ name: project.name, runs }], 0)) {
    const before = totals.get(detector) ?? { matches: 0, lastAt: at };
    totals.set(detector, { matches: before.matches + matches, lastAt: Math.max(before.lastAt, at) });
  }
  return totals;
}
