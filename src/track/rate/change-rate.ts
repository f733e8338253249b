/** One visit: the time since the visit before, and whether the page had changed. */
export interface RateSample {
  readonly days: number;
  readonly hasChanged: boolean;
  /** The number of visits that it represents, such as all of one run; 1 by default. */
  readonly count?: number;
}

export interface ChangeRate {
  readonly perDay: number;
  readonly visits: number;
  /** Visits that found a change; several changes between two visits count as one. */
  readonly changes: number;
}

/**
 * How often a page changes, estimated from visits at any times. A visit that finds a change says "at least one", so
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
 * The days between two visits, to within 0.4 %, and whole days exactly: eight binary digits. More digits say nothing about how often a page changes,
 * and files of one run, visited seconds apart, share their history.
 */
export function sampledDays(ms: number): number {
  float[0] = Math.max(ms, 0) / 86_400_000;
  bits[0] = ((bits[0] ?? 0) + 0x80_00) & 0xff_ff_00_00;
  return float[0];
}

/** Older visits say little about how often a page changes now. */
const mostSamples = 64;
const bytesPerSample = 4;
/** For two visits at the same moment: zero cannot carry the sign that marks a change. */
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

interface IntervalLimits {
  readonly shortestDays: number;
  readonly longestDays: number;
  /** A visit is worthwhile when a change is at least this likely. */
  readonly chance: number;
}

/** From an hour to two months; a visit is due when a change is as likely as not. */
const usualLimits: IntervalLimits = { shortestDays: 1 / 24, longestDays: 60, chance: 0.5 };

export interface SuggestedInterval {
  readonly days: number;
  /** Why, in words for the user. */
  readonly reason: string;
}

/**
 * When to visit a page again. A page that has never changed is visited after twice its longest interval
 * so far, because it is only known that it can stay the same for that long.
 */
export function suggestInterval(
  samples: readonly RateSample[],
  limits: IntervalLimits = usualLimits,
): SuggestedInterval {
  const { perDay, visits, changes } = estimateChangeRate(samples);
  const clamp = (days: number): number => Math.min(Math.max(days, limits.shortestDays), limits.longestDays);
  if (visits === 0) return { days: limits.shortestDays, reason: 'nothing is known about this page yet' };
  const counted = `${visits} ${visits === 1 ? 'visit' : 'visits'}`;
  if (changes === 0) {
    const longest = Math.max(...samples.map(({ days }) => days));
    const watched = samples.reduce((sum, { days }) => sum + Math.max(days, 0), 0);
    return { days: clamp(2 * longest), reason: `no change in ${counted} over ${durationOf(watched)}` };
  }
  const days = -Math.log1p(-limits.chance) / perDay;
  const found = `${changes} of ${counted} found a change`;
  const often = `about one every ${durationOf(1 / perDay).replace(/^1 /, '')}`;
  // Visits seconds apart show that something changed, but not how often.
  return { days: clamp(days), reason: 1 / perDay < limits.shortestDays ? found : `${found}: ${often}` };
}

const units = [
  ['day', 1],
  ['hour', 1 / 24],
  ['minute', 1 / 1440],
  ['second', 1 / 86_400],
] as const;

/** "12 days", "1.5 hours", "1 second": two digits are enough. */
function durationOf(days: number): string {
  const [unit, length] = units.find(([, length]) => days >= length) ?? (['second', 1 / 86_400] as const);
  const count = days / length;
  const rounded = count >= 10 ? Math.round(count) : Math.round(count * 10) / 10;
  return `${rounded} ${rounded === 1 ? unit : `${unit}s`}`;
}
