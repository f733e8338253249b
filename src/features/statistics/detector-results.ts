import type { CountedMatch } from './counted-matches.ts';
import { type PeriodUnit, periodStart, periodsOf } from './periods.ts';

/** How many pages had matches in a period, and how many matches there were. */
interface PeriodCount {
  readonly pages: number;
  readonly matches: number;
}

/** What one detector found in each period. */
interface DetectorRow {
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

/** Throws APP_SETTING_INVALID when there are too many periods. */
export function detectorResults(
  matches: readonly CountedMatch[],
  wanted: PeriodUnit | null,
): DetectorResults {
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

function countOf(counted: readonly CountedMatch[]): PeriodCount {
  return {
    pages: new Set(counted.map(({ pageId }) => pageId)).size,
    matches: counted.reduce((sum, { matches }) => sum + matches, 0),
  };
}
