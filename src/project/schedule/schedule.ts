import { Cron } from 'croner';

/** What happens to runs whose time passed while nothing could run: one run makes up for all of them, or none does. */
type MissedRuns = 'once' | 'skip';

/** When a project runs by itself (B10). */
export type Schedule = ScheduledTimes & {
  /** A run begins up to this much later, in milliseconds, so that many projects do not begin at the same moment. */
  readonly jitter: number;
  readonly missed: MissedRuns;
};

type ScheduledTimes =
  /** Milliseconds, counted from the moment when the project was made. */
  | { readonly kind: 'every'; readonly interval: number }
  /** Times of the day in a time zone: five fields as in cron. */
  | { readonly kind: 'cron'; readonly pattern: string; readonly zone: string }
  /** When a page is likely to have changed (B13). */
  | { readonly kind: 'due' };

/** What a project without a schedule of its own gets. */
export const usualSchedule: Schedule = { kind: 'due', jitter: 0, missed: 'once' };

/** The first time of the pattern after a moment; null when there is none. */
export function nextCronTime(pattern: string, zone: string, after: number): number | null {
  // Croner is a clock as well; asked for times only, it starts no timer.
  const cron = new Cron(pattern, { timezone: zone, paused: true });
  return cron.nextRun(new Date(after))?.getTime() ?? null;
}

/** Why a pattern cannot be used, in words; null when it can. */
export function cronProblem(pattern: string): string | null {
  if (pattern.trim().split(/\s+/).length !== 5)
    return 'it needs five fields: minute, hour, day of the month, month, day of the week';
  try {
    return new Cron(pattern, { timezone: 'UTC', paused: true }).nextRun(new Date(0)) === null
      ? 'there is no such day'
      : null;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const words = message.replace(/^CronPattern: /, '');
    return `${words.slice(0, 1).toLowerCase()}${words.slice(1)}`;
  }
}
