import type { CalibrationFigures } from '../exported-data.ts';
import type { MeasuredPoint } from '../metrics/metrics.ts';

/** Figures 9 to 15, each an algorithm with one kind of features, over size and threshold; sorted by algorithm, then by kind. */
export function errorSurfaces(points: readonly MeasuredPoint[]): CalibrationFigures['surfaces'] {
  const placed = points
    .filter(({ point }) => point.algorithm !== 'equality')
    .map(({ setting, point, figures }) => {
      const [, kind = point.features, size = '1'] = /^(\w+):(\d+)$/.exec(point.features) ?? [];
      return {
        algorithm: point.algorithm,
        kind,
        cell: { size: Number(size), threshold: point.threshold, setting, figures },
      };
    });
  const groups = Map.groupBy(placed, ({ algorithm, kind }) => `${algorithm}/${kind}`);
  const ascending = (numbers: readonly number[]) => [...new Set(numbers)].sort((a, b) => a - b);
  return [...groups.values()]
    .map((group) => ({
      algorithm: group[0]?.algorithm ?? '',
      kind: group[0]?.kind ?? '',
      sizes: ascending(group.map(({ cell }) => cell.size)),
      thresholds: ascending(group.map(({ cell }) => cell.threshold)),
      cells: group.map(({ cell }) => cell),
    }))
    .sort((one, other) => (`${one.algorithm}/${one.kind}` < `${other.algorithm}/${other.kind}` ? -1 : 1));
}
