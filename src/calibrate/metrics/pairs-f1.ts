import type { StateMetric } from './metric.ts';

/** How well the setting puts pairs of states together, whether or not an exploration would come to them. */
export const pairsF1: StateMetric = {
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
