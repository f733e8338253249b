import type { MeasuredPoint } from '../metrics/metrics.ts';

/** One of figures 9 to 15: an algorithm with one kind of features, over size and threshold. */
interface ErrorSurface {
  readonly algorithm: string;
  /** `words`; '' where there are no features. */
  readonly kind: string;
  /** Ascending; a single 1 where features have no size. */
  readonly sizes: readonly number[];
  readonly thresholds: readonly number[];
  readonly cells: readonly {
    readonly size: number;
    readonly threshold: number;
    readonly setting: string;
    readonly figures: MeasuredPoint['figures'];
  }[];
}

/** Sorted by algorithm, then by kind. */
export function errorSurfaces(points: readonly MeasuredPoint[]): readonly ErrorSurface[] {
  const placed = points
    .filter(({ point }) => point.algorithm !== 'equality')
    .map(({ setting, point, figures }) => {
      const [, kind = point.features, size = '1'] = /^(\w+):(\d+)$/.exec(point.features) ?? [];
      return {
        algorithm: point.algorithm,
        kind,
        size: Number(size),
        threshold: point.threshold,
        setting,
        figures,
      };
    });
  const groups = Map.groupBy(placed, ({ algorithm, kind }) => `${algorithm}/${kind}`);
  const ascending = (numbers: readonly number[]) => [...new Set(numbers)].sort((a, b) => a - b);
  return [...groups.values()]
    .map((cells) => ({
      algorithm: cells[0]?.algorithm ?? '',
      kind: cells[0]?.kind ?? '',
      sizes: ascending(cells.map(({ size }) => size)),
      thresholds: ascending(cells.map(({ threshold }) => threshold)),
      cells: cells.map(({ size, threshold, setting, figures }) => ({ size, threshold, setting, figures })),
    }))
    .sort((one, other) => (`${one.algorithm}/${one.kind}` < `${other.algorithm}/${other.kind}` ? -1 : 1));
}
