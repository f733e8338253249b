import type { Project } from '../../crawl/tables/records.ts';
import type { CountedMatch } from './counted-matches.ts';
import type { RunFigures } from './tables/statistics.ts';

/** How the crawls of a source went (C, table I). */
export interface CrawlPerformance {
  readonly project: string;
  readonly crawls: number;
  /** Those that visited all that they found. */
  readonly fullCrawls: number;
  /** Averages of a crawl; null when none has ended. */
  readonly pagesFound: number | null;
  readonly pagesRead: number | null;
  readonly ms: number | null;
  readonly pagesPerSecond: number | null;
  /** Pages with any match, and all matches. */
  readonly pagesMatched: number;
  readonly matches: number;
}

/** Crawls that still run count, but not in the averages. */
export function crawlPerformance(
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
