import { createHash } from 'node:crypto';
import { Cron } from 'croner';
import { messageOf } from '../../base/index.ts';

/** What happens to runs that were missed while nothing could run: one run replaces all of them, or they are skipped. */
type MissedRuns = 'once' | 'skip';

/** When a project runs automatically. */
export type Schedule = ScheduledTimes & {
  /** A run begins up to this much later, in milliseconds, so that many projects do not begin at the same moment. */
  readonly jitter: number;
  readonly missed: MissedRuns;
};

type ScheduledTimes =
  /** Milliseconds, counted from the creation of the project. */
  | { readonly kind: 'every'; readonly interval: number }
  /** Times of the day in a time zone: five fields as in cron. */
  | { readonly kind: 'cron'; readonly pattern: string; readonly zone: string }
  /** When a page is likely to have changed. */
  | { readonly kind: 'due' };

/** The default schedule. */
export const usualSchedule: Schedule = { kind: 'due', jitter: 0, missed: 'once' };

/** The first time of the pattern after a moment; null when there is none. */
function nextCronTime(pattern: string, zone: string, after: number): number | null {
  // Croner can also start timers; `paused` makes it compute times only.
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
    const message = messageOf(error);
    const words = message.replace(/^CronPattern: /, '');
    return `${words.slice(0, 1).toLowerCase()}${words.slice(1)}`;
  }
}

/** What has happened to a project so far. Times are milliseconds since 1970. */
export interface ScheduleHistory {
  readonly project: string;
  /** When the project was created: intervals are counted from here, so that runs that begin late do not shift the later ones. */
  readonly createdAt: number;
  /** When the newest run began; null before the first. */
  readonly lastStartedAt: number | null;
  /** When the first page is likely to have changed; null when that is not known. */
  readonly firstDueAt: number | null;
  /** When a paused run is resumed; null when no run is paused, or when no time is set. */
  readonly resumesAt: number | null;
  /** Whether the newest run was cut off: by a kill, a crash, or Ctrl-C. */
  readonly wasCutOff: boolean;
}

/** A computer that was busy or asleep for less than this has missed nothing, in milliseconds. */
const GRACE = 10 * 60_000;
/** Between two runs by `when due`: pages whose times lie close together are visited by one run. */
const SHORTEST_PAUSE = 10 * 60_000;

/** When a project runs next: at once when that is not in the future. Null when its pattern has no further time. */
export function nextRunAt(schedule: Schedule, history: ScheduleHistory, now: number): number | null {
  const { resumesAt, wasCutOff } = history;
  if (history.lastStartedAt === null || wasCutOff) return now;
  if (resumesAt !== null) return resumesAt;
  // When a fast clock is set back, projects must not wait until it has caught up.
  const lastStartedAt = Math.min(history.lastStartedAt, now);
  const planned = plannedAfter(schedule, history, lastStartedAt);
  if (planned === null || schedule.missed === 'once' || planned + schedule.jitter + GRACE >= now)
    return planned === null ? null : planned + jitterOf(schedule, history, planned);
  const next = plannedAfter(schedule, history, now);
  return next === null ? null : next + jitterOf(schedule, history, next);
}

function plannedAfter(schedule: Schedule, history: ScheduleHistory, after: number): number | null {
  switch (schedule.kind) {
    case 'every': {
      const { createdAt } = history;
      const { interval } = schedule;
      return createdAt + (Math.floor((after - createdAt) / interval) + 1) * interval;
    }
    case 'cron':
      return nextCronTime(schedule.pattern, schedule.zone, after);
    case 'due':
      return Math.max(history.firstDueAt ?? 0, after + SHORTEST_PAUSE);
  }
}

/** Deterministic for a project and a time, so that every call, in every process, gets the same result. */
function jitterOf({ jitter }: Schedule, { project }: ScheduleHistory, planned: number): number {
  if (jitter === 0) return 0;
  const hash = createHash('sha256').update(`${project} ${planned}`).digest().readUInt32BE();
  return hash % jitter;
}
