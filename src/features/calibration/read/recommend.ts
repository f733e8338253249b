import type { Figures } from '../metrics/metrics.ts';
import type { MeasuredPoint } from './measured-point.ts';

/**
 * How much a missed state counts beside a duplicate one: 1 as in the paper (section 11.4), 3 for whoever would rather see three states twice than miss
 * one.
 */
export type Weight = number;

export function costOf(
  { missed, duplicates }: Pick<Figures, 'missed' | 'duplicates'>,
  weight: Weight,
): number {
  return weight * missed + duplicates;
}

/**
 * The setting that costs least. Of several, those with the better pairs, then those with fewer actions; among neighbours that are as good, the one in the middle:
 * the farthest from where it gets worse. null without points.
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

/** The best that each trade gives: no other setting has both fewer missed and fewer duplicate states. By missed states. */
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
