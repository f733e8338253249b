import type { Figures, MeasuredPoint } from '../metrics/metrics.ts';

/**
 * The weight of a missed state relative to a duplicate one: 1 as in the paper (section 11.4); with 3, three duplicate states are as bad as one missed
 * state.
 */
export type Weight = number;

export function costOf(
  { missed, duplicates }: Pick<Figures, 'missed' | 'duplicates'>,
  weight: Weight,
): number {
  return weight * missed + duplicates;
}

/**
 * The setting with the lowest cost. Ties are decided by F1 over pairs, then by fewer actions, then by the middle of the longest list of thresholds in
 * one family, which is the farthest from worse thresholds. Null without points.
 */
export function recommended(points: readonly MeasuredPoint[], weight: Weight): MeasuredPoint | null {
  const candidates = points.filter(({ point }) => point.algorithm !== 'equality');
  const all = candidates.length > 0 ? candidates : points;
  const least = Math.min(...all.map(({ figures }) => costOf(figures, weight)));
  let best = all.filter(({ figures }) => costOf(figures, weight) === least);
  for (const figure of ['f1', 'speed'] as const) {
    const most = Math.max(...best.map(({ figures }) => figures[figure]));
    best = best.filter(({ figures }) => figures[figure] === most);
  }
  const families = [...Map.groupBy(best, ({ point }) => `${point.algorithm}/${point.features}`).values()];
  const widest = families.toSorted((one, other) => other.length - one.length)[0] ?? [];
  const sorted = widest.toSorted((one, other) => one.point.threshold - other.point.threshold);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? null;
}

/** The Pareto front: no other setting has both fewer missed and fewer duplicate states. Sorted by missed states. */
export function tradeOff(points: readonly MeasuredPoint[]): readonly MeasuredPoint[] {
  const sorted = points.toSorted(
    (one, other) =>
      one.figures.missed - other.figures.missed || one.figures.duplicates - other.figures.duplicates,
  );
  const front: MeasuredPoint[] = [];
  let fewest = Number.POSITIVE_INFINITY;
  for (const point of sorted) {
    if (point.figures.duplicates >= fewest) continue;
    fewest = point.figures.duplicates;
    front.push(point);
  }
  return front;
}
