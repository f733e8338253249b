/**
 * Where the slider ends, the first step at which no two distances are left apart, and how far it goes at once. Its values are the thresholds themselves; bits
 * are whole.
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
