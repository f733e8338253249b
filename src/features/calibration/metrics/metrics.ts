import type { PointResult } from '../points/point-result.ts';
import { type JudgedSite, type MeasuredSite, type StateMetric, sumOver } from './metric.ts';

const classesKept = ({ judged, result }: MeasuredSite): number =>
  new Set(result.kept.map((state) => judged.classOf[state])).size;

/** Section 8.2.3: states that people tell apart and the setting does not. */
const missedStates: StateMetric = {
  name: 'missed',
  says: 'states that people tell apart and an exploration with this setting does not find',
  better: 'less',
  of: (sites) => sumOver(sites, (site) => new Set(site.judged.classOf).size - classesKept(site)),
};

/** Section 8.2.3: states that are kept although people say that one of them is enough. */
const duplicateStates: StateMetric = {
  name: 'duplicates',
  says: 'states that are found again although they are the same to people',
  better: 'less',
  of: (sites) => sumOver(sites, (site) => site.result.kept.length - classesKept(site)),
};

/** The total error of figures 9 to 15. */
const totalError: StateMetric = {
  name: 'error',
  says: 'missed and duplicate states together',
  better: 'less',
  of: (sites) => missedStates.of(sites) + duplicateStates.of(sites),
};

/**
 * Section 8.2.3: how much faster than when every change is a state. Each action is a visit in a browser, beside which comparing pages takes no time, so
 * actions are counted: the figure is the same on every machine.
 */
const speed: StateMetric = {
  name: 'speed',
  says: 'the share of actions that an exploration with this setting saves, beside one in which every change is a state',
  better: 'more',
  of(sites) {
    const all = sumOver(sites, ({ judged }) => judged.tried);
    return all === 0 ? 0 : 1 - sumOver(sites, ({ result }) => result.tried) / all;
  },
};

/** How well the setting puts pairs of states together, whether or not an exploration would come to them. */
const pairsF1: StateMetric = {
  name: 'F1',
  says: 'pairs of states that are rightly taken for the same: the harmonic mean of precision and recall',
  better: 'more',
  of(sites) {
    let [right, wrong, missing] = [0, 0, 0];
    for (const { judged, result } of sites) {
      const both = pairsIn(judged.classOf.map((each, state) => `${each} ${result.takenFor[state]}`));
      right += both;
      wrong += pairsIn(result.takenFor) - both;
      missing += pairsIn(judged.classOf) - both;
    }
    return right === 0 ? (wrong + missing === 0 ? 1 : 0) : (2 * right) / (2 * right + wrong + missing);
  },
};

/** How many pairs have the same name: by group sizes, since pairs grow with the square of states. */
function pairsIn(names: readonly (string | number)[]): number {
  const sizes = new Map<string | number, number>();
  for (const name of names) sizes.set(name, (sizes.get(name) ?? 0) + 1);
  return [...sizes.values()].reduce((sum, size) => sum + (size * (size - 1)) / 2, 0);
}

/** Every metric, in the order of tables. */
const metrics = {
  missed: missedStates,
  duplicates: duplicateStates,
  error: totalError,
  f1: pairsF1,
  speed,
} as const satisfies Readonly<Record<string, StateMetric>>;

type MetricName = keyof typeof metrics;

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
