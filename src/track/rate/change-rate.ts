/** One visit after another: how long after the one before, and whether the page had changed. */
export interface RateSample {
  readonly days: number;
  readonly hasChanged: boolean;
}

export interface ChangeRate {
  /** Changes a day. */
  readonly perDay: number;
  readonly visits: number;
  /** Visits that found a change; several changes between two visits count as one. */
  readonly changes: number;
}

/**
 * How often a page changes, from visits at any times (B13). A visit that finds a change says "at least one": counting
 * changes underestimates a page that changes faster than it is visited. So the rate is the likeliest one of a Poisson
 * process: the sum of t/(e^(rt) - 1) over visits with a change equals the sum of t over visits without (J. Cho and
 * H. Garcia-Molina, "Estimating frequency of change", 2003, section 5). Half an unchanged visit of mean length is added,
 * which for equal intervals is exactly their bias-corrected -log((n - X + 0.5) / (n + 0.5)) / I, and keeps a page that
 * changed at every visit from a rate without end.
 */
export function estimateChangeRate(samples: readonly RateSample[]): ChangeRate {
  const valid = samples.filter(({ days }) => days > 0 && Number.isFinite(days));
  const changed = valid.filter(({ hasChanged }) => hasChanged).map(({ days }) => days);
  const facts = { visits: valid.length, changes: changed.length };
  if (changed.length === 0) return { perDay: 0, ...facts };
  const total = valid.reduce((sum, { days }) => sum + days, 0);
  const unchanged = total - changed.reduce((sum, days) => sum + days, 0) + (0.5 * total) / valid.length;
  const excess = (rate: number): number =>
    changed.reduce((sum, days) => sum + days / Math.expm1(rate * days), 0) - unchanged;
  // Falls from infinity to below zero: double until it is below, then halve the interval.
  let high = 1 / Math.min(...changed);
  while (excess(high) > 0) high *= 2;
  let low = 0;
  for (let step = 0; step < 100 && high - low > 1e-12 * high; step++) {
    const middle = (low + high) / 2;
    if (excess(middle) > 0) low = middle;
    else high = middle;
  }
  return { perDay: (low + high) / 2, ...facts };
}
