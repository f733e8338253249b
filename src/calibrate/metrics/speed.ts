import { type StateMetric, sumOver } from './metric.ts';

/**
 * Section 8.2.3: how much faster than when every change is a state. Each action is a visit in a browser, beside which comparing pages takes no time, so
 * actions are counted: the figure is the same on every machine.
 */
export const speed: StateMetric = {
  name: 'speed',
  says: 'the share of actions that an exploration with this setting saves, beside one in which every change is a state',
  better: 'more',
  of(sites) {
    const all = sumOver(sites, ({ judged }) => judged.tried);
    return all === 0 ? 0 : 1 - sumOver(sites, ({ result }) => result.tried) / all;
  },
};
