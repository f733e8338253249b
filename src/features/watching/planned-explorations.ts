import { explorations, type LastExploration } from '../../crawl/run/explorations.ts';
import type { Project, Run } from '../../crawl/tables/records.ts';
import type { Store } from '../../database/store.ts';
import type { ProjectFacts, Schedule, ScheduleHistory } from '../../project/index.ts';

/** With `when due`, pages say when they are due, and states cannot: an application is explored this often at most. */
const ONCE_A_DAY = 24 * 3_600_000;

/** What a schedule does with the states of a project: a file that says nothing of states has none. */
export function explorationMode(facts: ProjectFacts | null): ProjectFacts['explores'] {
  return facts === null || explorations.added === null ? 'never' : facts.explores;
}

/** The newest exploration of a project; null before the first. */
export const lastExploration = async (store: Store, projectId: number): Promise<LastExploration | null> =>
  (await explorations.added?.latest(store, projectId)) ?? null;

/** Whether an application is to be explored after a crawl that has just ended. One that was broken off always goes on. */
export function isExplorationDue(schedule: Schedule, explored: LastExploration | null, now: number): boolean {
  if (schedule.kind !== 'due' || explored === null || explored.wasBrokenOff) return true;
  return explored.startedAt + ONCE_A_DAY <= now;
}

interface ExplorationSituation {
  readonly schedule: Schedule;
  readonly latest: Run | null;
  readonly explored: LastExploration | null;
  readonly now: number;
  readonly lastTry: number | null;
}

/** Whether the crawl is done and the exploration after it is not: it was broken off, or the process ended before it began. */
export function explorationWaits(situation: ExplorationSituation): boolean {
  const { schedule, latest, explored, now, lastTry } = situation;
  if (latest?.state !== 'finished') return false;
  const crawledAt = latest.endedAt ?? 0;
  const hasFollowed = explored !== null && (explored.endedAt ?? explored.startedAt) >= crawledAt;
  // What this process has tried since says nothing more: the schedule decides.
  if ((lastTry ?? 0) >= (hasFollowed ? explored.startedAt : crawledAt)) return false;
  return hasFollowed ? explored.wasBrokenOff : isExplorationDue(schedule, explored, now);
}

/** The history of a project that is only explored, as its schedule reads that of runs. */
export function explorationHistory(
  { name, createdAt }: Project,
  explored: LastExploration | null,
  lastTry: number | null,
): ScheduleHistory {
  const began = explored === null ? null : Math.max(explored.startedAt, explored.endedAt ?? 0);
  const last = Math.max(began ?? 0, lastTry ?? 0);
  return {
    project: name,
    createdAt,
    lastStartedAt: last === 0 ? null : last,
    firstDueAt: last === 0 ? null : last + ONCE_A_DAY,
    resumesAt: null,
    wasCutOff: explored?.wasBrokenOff === true && (lastTry ?? 0) < explored.startedAt,
  };
}
