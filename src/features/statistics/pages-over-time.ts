import { type PeriodUnit, periodStart, periodsOf } from './periods.ts';
import type { RunFigures } from './tables/statistics.ts';

/** How many pages the runs of each source got over time (C, figure 3). */
export interface PagesOverTime {
  readonly unit: PeriodUnit;
  /** When each period begins. */
  readonly periods: readonly number[];
  /** For each period, the pages of a source. */
  readonly sources: readonly { readonly project: string; readonly pages: readonly number[] }[];
}

/** The pages that the runs of a project got, by the hours since 1970. */
interface PagesRead {
  readonly project: string;
  readonly byHour: ReadonlyMap<number, number>;
}

const HOUR = 3_600_000;

/** In all hours that ended after `since`. */
export function pagesReadBy(runs: readonly RunFigures[], since: number): ReadonlyMap<number, number> {
  const byHour = new Map<number, number>();
  for (const run of runs)
    for (const { hour, pages } of run.byHour ?? evenly(run))
      if ((hour + 1) * HOUR > since) byHour.set(hour, (byHour.get(hour) ?? 0) + pages);
  return byHour;
}

/** Throws APP_SETTING_INVALID when there are too many periods. */
export function pagesOverTime(read: readonly PagesRead[], wanted: PeriodUnit | null): PagesOverTime {
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

/** Where it was not noted when pages were read, they count as read evenly. */
function evenly({ startedAt, endedAt, processed }: RunFigures): NonNullable<RunFigures['byHour']> {
  const first = Math.floor(startedAt / HOUR);
  const count = Math.floor((endedAt ?? startedAt) / HOUR) - first + 1;
  const upTo = (hours: number): number => Math.floor((processed * hours) / count);
  return Array.from({ length: count }, (_, i) => ({ hour: first + i, pages: upTo(i + 1) - upTo(i) }));
}
