/** One visit: the time since the visit before, and whether the page had changed. */
export interface RateSample {
  readonly days: number;
  readonly hasChanged: boolean;
  /** How many visits it stands for, such as all of one run; 1 by default. */
  readonly count?: number;
}

export interface ChangeRate {
  readonly perDay: number;
  readonly visits: number;
  /** Visits that found a change; several changes between two visits count as one. */
  readonly changes: number;
}

/**
 * How often a page changes, estimated from visits at any times (B13). A visit that finds a change says "at least one", so
 * counting changes underestimates a page that changes faster than it is visited. The rate is therefore the likeliest one
 * of a Poisson process: the sum of t/(e^(rt) - 1) over visits with a change equals the sum of t over visits without
 * (J. Cho and H. Garcia-Molina, "Estimating frequency of change", 2003, section 5). Half an unchanged visit of mean
 * length is added. For equal intervals this is exactly their bias-corrected -log((n - X + 0.5) / (n + 0.5)) / I, and it
 * keeps the rate finite for a page that changed at every visit.
 */
export function estimateChangeRate(samples: readonly RateSample[]): ChangeRate {
  const valid = samples
    .map(({ days, hasChanged, count = 1 }) => ({ days, hasChanged, count }))
    .filter(({ days, count }) => days > 0 && Number.isFinite(days) && count > 0);
  const changed = valid.filter(({ hasChanged }) => hasChanged);
  const visits = valid.reduce((sum, { count }) => sum + count, 0);
  const counts = { visits, changes: changed.reduce((sum, { count }) => sum + count, 0) };
  if (changed.length === 0) return { perDay: 0, ...counts };
  const total = valid.reduce((sum, { days, count }) => sum + days * count, 0);
  const daysChanged = changed.reduce((sum, { days, count }) => sum + days * count, 0);
  const daysUnchanged = total - daysChanged + (0.5 * total) / visits;
  const excess = (rate: number): number =>
    changed.reduce((sum, { days, count }) => sum + (count * days) / Math.expm1(rate * days), 0) -
    daysUnchanged;
  // The excess falls from infinity to below zero: double the rate until it is below, then halve the interval.
  let high = 1 / Math.min(...changed.map(({ days }) => days));
  while (excess(high) > 0) high *= 2;
  let low = 0;
  for (let step = 0; step < 100 && high - low > 1e-12 * high; step++) {
    const middle = (low + high) / 2;
    if (excess(middle) > 0) low = middle;
    else high = middle;
  }
  return { perDay: (low + high) / 2, ...counts };
}

const float = new Float32Array(1);
const bits = new Uint32Array(float.buffer);

/**
 * The days between two visits, to within 0.4 %, and whole days exactly: eight binary digits. More would say nothing about
 * how often a page changes, and with fewer the files of one run, visited seconds apart, share their history.
 */
export function sampledDays(ms: number): number {
  float[0] = Math.max(ms, 0) / 86_400_000;
  bits[0] = ((bits[0] ?? 0) + 0x80_00) & 0xff_ff_00_00;
  return float[0];
}

/** Older visits say little about how often a page changes now. */
const mostSamples = 64;
const bytesPerSample = 4;
/** For two visits at one moment: zero cannot carry the sign that stands for a change. */
const shortestDays = 1e-6;

/** Samples as bytes for the row of a page: the days as 32-bit floats, negative where a change was found. */
export function packSamples(samples: readonly RateSample[]): Uint8Array {
  const kept = samples.slice(-mostSamples);
  const bytes = Buffer.alloc(kept.length * bytesPerSample);
  for (const [index, { days, hasChanged }] of kept.entries()) {
    const length = Math.max(days, shortestDays);
    bytes.writeFloatBE(hasChanged ? -length : length, index * bytesPerSample);
  }
  return bytes;
}

export function unpackSamples(bytes: Uint8Array | null): readonly RateSample[] {
  if (bytes === null) return [];
  const stored = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const samples: RateSample[] = [];
  for (let at = 0; at + bytesPerSample <= stored.length; at += bytesPerSample) {
    const days = stored.readFloatBE(at);
    samples.push({ days: Math.abs(days), hasChanged: days < 0 });
  }
  return samples;
}
