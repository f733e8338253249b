/** One visit after another: how long after the one before, and whether the page had changed. */
export interface RateSample {
  readonly days: number;
  readonly hasChanged: boolean;
  /** How many visits it stands for, such as those of one run; 1 when left out. */
  readonly count?: number;
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
  const valid = samples
    .map(({ days, hasChanged, count = 1 }) => ({ days, hasChanged, count }))
    .filter(({ days, count }) => days > 0 && Number.isFinite(days) && count > 0);
  const changed = valid.filter(({ hasChanged }) => hasChanged);
  const visits = valid.reduce((sum, { count }) => sum + count, 0);
  const facts = { visits, changes: changed.reduce((sum, { count }) => sum + count, 0) };
  if (changed.length === 0) return { perDay: 0, ...facts };
  const total = valid.reduce((sum, { days, count }) => sum + days * count, 0);
  const seen = changed.reduce((sum, { days, count }) => sum + days * count, 0);
  const unchanged = total - seen + (0.5 * total) / visits;
  const excess = (rate: number): number =>
    changed.reduce((sum, { days, count }) => sum + (count * days) / Math.expm1(rate * days), 0) - unchanged;
  // Falls from infinity to below zero: double until it is below, then halve the interval.
  let high = 1 / Math.min(...changed.map(({ days }) => days));
  while (excess(high) > 0) high *= 2;
  let low = 0;
  for (let step = 0; step < 100 && high - low > 1e-12 * high; step++) {
    const middle = (low + high) / 2;
    if (excess(middle) > 0) low = middle;
    else high = middle;
  }
  return { perDay: (low + high) / 2, ...facts };
}
