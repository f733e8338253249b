import { estimateChangeRate, type RateSample } from './change-rate.ts';

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
 * When to visit a page again (B13, E8). A page that has never changed is left alone twice as long as its longest interval
 * so far, since all we know is that it can stay the same for that long.
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
