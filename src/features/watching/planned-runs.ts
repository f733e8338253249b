import { isUnconfirmed } from '../../crawl/projects/confirmation.ts';
import type { StoredFacts } from '../../crawl/projects/stored-facts.ts';
import { explorations, type LastExploration } from '../../crawl/run/explorations.ts';
import type { Project } from '../../crawl/tables/project.ts';
import { type Run, wasCutOff } from '../../crawl/tables/run.ts';
import type { Store } from '../../database/store.ts';
import {
  nextRunAt,
  type ProjectFacts,
  type Schedule,
  type ScheduleHistory,
  usualSchedule,
} from '../../project/index.ts';

/** When a project runs next. */
export interface PlannedRun {
  readonly project: string;
  readonly schedule: Schedule;
  /** Whether the project has a schedule of its own; if not, its pages say when they are due. */
  readonly isScheduled: boolean;
  /** Leaves out pages that are unlikely to have changed yet. A run that was cut off goes on with all of its pages. */
  readonly onlyDue: boolean;
  /** What is done first. A project with states is explored after its crawl, or instead of it, as its file says. */
  readonly begins: 'crawl' | 'exploration';
  /** Milliseconds since 1970, in the past if the run is overdue; null when the schedule has no further time. */
  readonly at: number | null;
  /** The time of the schedule that the run is for; null when an earlier run goes on. A run that begins later is late. */
  readonly dueAt: number | null;
}

/** What is known of a project when its next run is planned. */
interface ProjectSituation {
  /** What its file says; null for a project that is only an address. */
  readonly facts: ProjectFacts | null;
  readonly latest: Run | null;
  /** When this process last began to run it; null when it has not. */
  readonly lastTry: number | null;
}

/** Plans the next run of a project. */
export async function plannedRun(
  store: Store,
  project: Project,
  now: number,
  { facts, latest, lastTry }: ProjectSituation,
): Promise<PlannedRun> {
  const schedule = facts?.schedule ?? usualSchedule;
  const planned = {
    project: project.name,
    schedule,
    isScheduled: (facts?.schedule ?? null) !== null,
    onlyDue: schedule.kind === 'due',
  };
  const mode = explorationMode(facts);
  const explored = mode === 'never' ? null : await lastExploration(store, project.id);
  if (mode === 'instead') {
    const history = explorationHistory(project, explored, lastTry);
    return { ...planned, begins: 'exploration', at: nextRunAt(schedule, history, now), dueAt: null };
  }
  if (mode === 'after' && explorationWaits({ schedule, latest, explored, now, lastTry }))
    return { ...planned, begins: 'exploration', at: now, dueAt: null };
  const history = {
    ...historyOf(project, latest, lastTry, now),
    firstDueAt: schedule.kind === 'due' ? await store.pages.firstDueAt(project.id) : null,
  };
  const isWaiting = facts?.confirms === true && isUnconfirmed(latest);
  const at = isWaiting ? null : nextRunAt(schedule, history, now);
  const isNew = latest === null || latest.state === 'finished';
  // A new project is due from the moment when it was made.
  const dueAt = !isNew ? null : latest === null && lastTry === null ? project.createdAt : at;
  return { ...planned, begins: 'crawl', at, dueAt };
}

function historyOf(
  { name, createdAt }: Project,
  latest: Run | null,
  lastTry: number | null,
  now: number,
): Omit<ScheduleHistory, 'firstDueAt'> {
  // A paused run counts from its pause: it began long before, and would be overdue at once.
  const began = latest === null ? null : latest.state === 'finished' ? latest.startedAt : latest.endedAt;
  const last = Math.max(began ?? 0, lastTry ?? 0);
  return {
    project: name,
    createdAt,
    lastStartedAt: last === 0 ? null : last,
    // A resume time that was tried already no longer counts, nor one that was stored while the clock was ahead: the schedule decides.
    resumesAt:
      (latest?.resumeAt ?? 0) > (lastTry ?? 0) && (latest?.endedAt ?? 0) <= now
        ? (latest?.resumeAt ?? null)
        : null,
    wasCutOff: latest !== null && wasCutOff(latest) && (lastTry ?? 0) <= latest.startedAt,
  };
}

/** When projects with a schedule of their own run next. */
export async function nextRun(
  store: Store,
  known: StoredFacts,
  project: Project,
  latest: Run | null,
): Promise<{ readonly at: number | null; readonly waitsForConfirmation: boolean }> {
  const facts = await known.of(project);
  const waitsForConfirmation = facts?.confirms === true && isUnconfirmed(latest);
  // Most projects have no schedule of their own: then there is no need to look for the page that is due first.
  if ((facts?.schedule ?? null) === null) return { at: null, waitsForConfirmation };
  const { at } = await plannedRun(store, project, Date.now(), { facts, latest, lastTry: null });
  return { at, waitsForConfirmation };
}

/** With `when due`, pages say when they are due, and states cannot: an application is explored this often at most. */
const ONCE_A_DAY = 24 * 3_600_000;

/** When a schedule explores the states of a project. A project file that does not mention states has none. */
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
function explorationWaits(situation: ExplorationSituation): boolean {
  const { schedule, latest, explored, now, lastTry } = situation;
  if (latest?.state !== 'finished') return false;
  const crawledAt = latest.endedAt ?? 0;
  const hasFollowed = explored !== null && (explored.endedAt ?? explored.startedAt) >= crawledAt;
  // If this process has tried since then, the schedule decides.
  if ((lastTry ?? 0) >= (hasFollowed ? explored.startedAt : crawledAt)) return false;
  return hasFollowed ? explored.wasBrokenOff : isExplorationDue(schedule, explored, now);
}

/** The history of a project that is only explored, as its schedule reads that of runs. */
function explorationHistory(
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
