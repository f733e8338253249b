import { createHash } from 'node:crypto';
import { nextCronTime, type Schedule } from './schedule.ts';

/** What has happened to a project so far. Times are milliseconds since 1970. */
export interface ScheduleHistory {
  readonly project: string;
  /** When the project was made: intervals are counted from here, so that runs that begin late do not shift the later ones. */
  readonly createdAt: number;
  /** When the newest run began; null before the first. */
  readonly lastStartedAt: number | null;
  /** When the first page is likely to have changed; null when that is not known. */
  readonly firstDueAt: number | null;
  /** When a paused run goes on; null when no run waits, or when nothing says until when. */
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
  // A clock that was ahead and is set back must not stop a project until it has caught up.
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

/** The same for the same project and time, so that it does not matter how often, or by whom, it is asked. */
function jitterOf({ jitter }: Schedule, { project }: ScheduleHistory, planned: number): number {
  if (jitter === 0) return 0;
  const drawn = createHash('sha256').update(`${project} ${planned}`).digest().readUInt32BE();
  return drawn % jitter;
}
