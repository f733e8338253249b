/** How many distances lie between two values: `from` belongs to it, `to` only in the last bar. */
export interface HistogramBar {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

interface HistogramRange {
  readonly from: number;
  readonly to: number;
  /** The most bars. Whole numbers, such as bits, get a bar each, or every bar has the same number of them. */
  readonly bars: number;
}

/** The distances between all pairs of states, counted: where there is a gap, a threshold is well placed. Those out of range are left out. */
export function distanceHistogram(
  distances: readonly (readonly number[])[],
  { from, to, bars }: HistogramRange,
): readonly HistogramBar[] {
  const isWhole = to > 1 && distances.every((row) => row.every(Number.isInteger));
  const width = isWhole ? Math.max(1, Math.ceil((to - from) / bars)) : (to - from) / bars;
  if (!(width > 0)) return [];
  const starts = Array.from(
    { length: Math.ceil((to - from) / width - 1e-9) },
    (_, bar) => from + bar * width,
  );
  const counts = starts.map(() => 0);
  for (const row of distances)
    for (const distance of row) {
      if (distance < from || distance > to) continue;
      const bar = Math.min(Math.floor((distance - from) / width), counts.length - 1);
      counts[bar] = (counts[bar] ?? 0) + 1;
    }
  return starts.map((start, bar) => ({
    from: start,
    to: starts[bar + 1] ?? to,
    count: counts[bar] ?? 0,
  }));
}

/**
 * The end of the slider, the first step at which all states are merged, and the size of a step. Its values are the thresholds themselves; bits are
 * whole numbers.
 */
export function sliderRange(
  threshold: number,
  distances: readonly (readonly number[])[],
): { readonly to: number; readonly step: number } {
  const farthest = distances.flat().reduce((most, distance) => Math.max(most, distance), threshold);
  const isWhole = farthest > 1 && Number.isInteger(threshold);
  const step = isWhole ? 1 : farthest - threshold > 0.2 ? 0.01 : 0.001;
  const steps = Math.ceil((farthest - threshold) / step - 1e-9);
  return { to: Number((threshold + steps * step).toFixed(6)), step };
}
