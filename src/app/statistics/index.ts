export { type DetectorTotals, detectorTotals } from './counted-matches.ts';
export type { CrawlPerformance } from './crawl-performance.ts';
export type { DetectorResults, DetectorRow, PeriodCount } from './detector-results.ts';
export type { MatchesPerPage } from './matches-per-page.ts';
export type { PagesOverTime } from './pages-over-time.ts';
export { type PeriodUnit, periodUnits } from './periods.ts';
export { type ProjectStatistics, projectStatistics, type StatisticsChoice } from './project-statistics.ts';
