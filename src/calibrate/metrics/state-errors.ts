import { type MeasuredSite, type StateMetric, sumOver } from './metric.ts';

const classesKept = ({ judged, result }: MeasuredSite): number =>
  new Set(result.kept.map((state) => judged.classOf[state])).size;

/** Section 8.2.3: states that people tell apart and the setting does not. */
export const missedStates: StateMetric = {
  name: 'missed',
  says: 'states that people tell apart and an exploration with this setting does not find',
  better: 'less',
  of: (sites) => sumOver(sites, (site) => new Set(site.judged.classOf).size - classesKept(site)),
};

/** Section 8.2.3: states that are kept although people say that one of them is enough. */
export const duplicateStates: StateMetric = {
  name: 'duplicates',
  says: 'states that are found again although they are the same to people',
  better: 'less',
  of: (sites) => sumOver(sites, (site) => site.result.kept.length - classesKept(site)),
};

/** The total error of figures 9 to 15. */
export const totalError: StateMetric = {
  name: 'error',
  says: 'missed and duplicate states together',
  better: 'less',
  of: (sites) => missedStates.of(sites) + duplicateStates.of(sites),
};
