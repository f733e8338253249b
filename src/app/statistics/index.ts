export { detectorTotals } from './counted-matches.ts';
export type { CrawlPerformance } from './crawl-performance.ts';
export type { DetectorResults } from './detector-results.ts';
export type { PeriodUnit } from './periods.ts';
export { type MatchesPerPage, projectStatistics } from './project-statistics.ts';
