import { isUnconfirmed } from '../../crawl/projects/confirmation.ts';
import type { StoredFacts } from '../../crawl/projects/stored-facts.ts';
import { type Project, type Run, wasCutOff } from '../../crawl/tables/records.ts';
import type { Store } from '../../database/store.ts';
import {
  nextRunAt,
  type ProjectFacts,
  type Schedule,
  type ScheduleHistory,
  usualSchedule,
} from '../../project/index.ts';
import {
  explorationHistory,
  explorationMode,
  explorationWaits,
  lastExploration,
} from './planned-explorations.ts';

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
    ...historyOf(project, latest, lastTry),
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
): Omit<ScheduleHistory, 'firstDueAt'> {
  // A run that was paused counts from the pause: it began long before, and would be overdue at once.
  const began = latest === null ? null : latest.state === 'finished' ? latest.startedAt : latest.endedAt;
  const last = Math.max(began ?? 0, lastTry ?? 0);
  return {
    project: name,
    createdAt,
    lastStartedAt: last === 0 ? null : last,
    // A time that has been tried already says nothing more: the schedule decides.
    resumesAt: (latest?.resumeAt ?? 0) > (lastTry ?? 0) ? (latest?.resumeAt ?? null) : null,
    wasCutOff: latest !== null && wasCutOff(latest) && (lastTry ?? 0) <= latest.startedAt,
  };
}

/** When projects with a schedule of their own run next. */
export const nextRuns =
  (store: Store, known: StoredFacts) =>
  async (
    project: Project,
    latest: Run | null,
  ): Promise<{ readonly at: number | null; readonly waitsForConfirmation: boolean }> => {
    const facts = await known.of(project);
    const waitsForConfirmation = facts?.confirms === true && isUnconfirmed(latest);
    // Most projects have no schedule of their own: then nothing has to look for the page that is due first.
    if ((facts?.schedule ?? null) === null) return { at: null, waitsForConfirmation };
    const { at } = await plannedRun(store, project, Date.now(), { facts, latest, lastTry: null });
    return { at, waitsForConfirmation };
  };
