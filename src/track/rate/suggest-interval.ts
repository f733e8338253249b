import { estimateChangeRate, type RateSample } from './change-rate.ts';

export interface IntervalLimits {
  readonly shortestDays: number;
  readonly longestDays: number;
  /** The chance of a change that makes a visit worth while. */
  readonly chance: number;
}

/** From an hour to two months; a visit is due when a change is as likely as not. */
export const usualLimits: IntervalLimits = { shortestDays: 1 / 24, longestDays: 60, chance: 0.5 };

export interface SuggestedInterval {
  readonly days: number;
  /** Why, in words (X6). */
  readonly reason: string;
}

/**
 * When to come back (B13, E8). A page never seen changing is left alone twice as long as ever before: all that is
 * known of it is that it can be.
 */
export function suggestInterval(
  samples: readonly RateSample[],
  limits: IntervalLimits = usualLimits,
): SuggestedInterval {
  const { perDay, visits, changes } = estimateChangeRate(samples);
  const clamp = (days: number): number => Math.min(Math.max(days, limits.shortestDays), limits.longestDays);
  if (visits === 0) return { days: limits.shortestDays, reason: 'nothing is known of this page yet' };
  if (changes === 0) {
    const longest = Math.max(...samples.map(({ days }) => days));
    const watched = samples.reduce((sum, { days }) => sum + Math.max(days, 0), 0);
    return {
      days: clamp(2 * longest),
      reason: `no change in ${visits} ${visits === 1 ? 'visit' : 'visits'} over ${shown(watched)} days`,
    };
  }
  const days = -Math.log1p(-limits.chance) / perDay;
  return {
    days: clamp(days),
    reason: `${changes} of ${visits} visits found a change: about one every ${shown(1 / perDay)} days`,
  };
}

function shown(days: number): string {
  return days >= 10 ? days.toFixed(0) : days.toPrecision(2);
}
