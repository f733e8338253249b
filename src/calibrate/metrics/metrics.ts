import type { PointResult } from '../points/point-result.ts';
import type { JudgedSite, MeasuredSite, StateMetric } from './metric.ts';
import { pairsF1 } from './pairs-f1.ts';
import { speed } from './speed.ts';
import { duplicateStates, missedStates, totalError } from './state-errors.ts';

/** Every metric, in the order of tables. */
export const metrics = {
  missed: missedStates,
  duplicates: duplicateStates,
  error: totalError,
  f1: pairsF1,
  speed,
} as const satisfies Readonly<Record<string, StateMetric>>;

export type MetricName = keyof typeof metrics;

/** The figures of a setting, by the names of the metrics. */
export type Figures = Readonly<Record<MetricName, number>>;

export function figuresOf(sites: readonly MeasuredSite[]): Figures {
  const all = Object.entries(metrics).map(([name, metric]) => [name, metric.of(sites)] as const);
  return Object.fromEntries(all) as Figures;
}

/** Sites that were judged and that the result knows. */
export function measured(judged: readonly JudgedSite[], { sites }: PointResult): readonly MeasuredSite[] {
  const results = new Map(sites.map((result) => [result.site, result]));
  return judged.flatMap((each) => {
    const result = results.get(each.site);
    return result === undefined ? [] : [{ judged: each, result }];
  });
}
