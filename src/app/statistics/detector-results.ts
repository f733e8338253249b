import type { CountedMatch } from './counted-matches.ts';
import { type PeriodUnit, periodStart, periodsBetween, readableUnit } from './periods.ts';

/** How many pages had matches in a period, and how many matches there were. */
export interface PeriodCount {
  readonly pages: number;
  readonly matches: number;
}

/** What one detector found in each period. */
export interface DetectorRow {
  readonly project: string;
  readonly detector: string;
  readonly periods: readonly PeriodCount[];
  readonly total: PeriodCount;
}

/** What detectors found over time (C, table II). */
export interface DetectorResults {
  readonly unit: PeriodUnit;
  /** When each period begins. */
  readonly periods: readonly number[];
  /** Those with the most matches first. */
  readonly detectors: readonly DetectorRow[];
  readonly all: Pick<DetectorRow, 'periods' | 'total'>;
}

/** More periods make lines that nobody can read. */
const mostPeriods = 12;

export function detectorResults(
  matches: readonly CountedMatch[],
  wanted: PeriodUnit | null,
): DetectorResults {
  const times = matches.map(({ at }) => at);
  const first = times.reduce((least, at) => Math.min(least, at), Number.POSITIVE_INFINITY);
  const last = times.reduce((most, at) => Math.max(most, at), 0);
  const unit = wanted ?? (times.length === 0 ? 'day' : readableUnit(first, last, mostPeriods));
  const periods = times.length === 0 ? [] : periodsBetween(first, last, unit);
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

function countOf(counted: readonly CountedMatch[]): PeriodCount {
  return {
    pages: new Set(counted.map(({ pageId }) => pageId)).size,
    matches: counted.reduce((sum, { matches }) => sum + matches, 0),
  };
}
