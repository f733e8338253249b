import type { Explorations } from '../../crawl/run/explorations.ts';
import { endsEarly, wasBrokenOff } from '../../explore/index.ts';
import type { KeepEntry } from '../../project/index.ts';
import { settingsOf } from './compare-explorations.ts';
import type { StoredExploration } from './tables/exploration-tables.ts';

/** Whether two explorations can be compared: same address, same setting, and `other` was not broken off. */
const isComparable = (other: StoredExploration, { url, settings }: StoredExploration): boolean =>
  other.url === url && !endsEarly(other) && settingsOf(other).setting === settingsOf({ settings }).setting;

/** The last exploration before `later` that it can be compared with; null when there is none. `all`: those of the project, newest first. */
export function explorationBefore(
  all: readonly StoredExploration[],
  later: StoredExploration,
): StoredExploration | null {
  return all.find((other) => other.number < later.number && isComparable(other, later)) ?? null;
}

const DAY = 86_400_000;

/**
 * Ids of the explorations to delete completely. The newest always stays (the next one continues it, or is compared with it), as do those of the rule's
 * days, the last n that can be compared with each other, and for each of these the one before it, so that its report can still be looked at.
 */
export function unneededExplorations(
  { versions = 1, days = 0 }: KeepEntry,
  explorations: readonly StoredExploration[],
  now: number,
): readonly number[] {
  const kept = explorations.filter((exploration, place) => {
    const later = explorations.slice(0, place).filter((other) => isComparable(other, exploration));
    return place === 0 || (exploration.endedAt ?? now) > now - days * DAY || later.length < versions;
  });
  const needed = new Set(kept);
  for (const exploration of kept) {
    const before = explorationBefore(explorations, exploration);
    if (before !== null) needed.add(before);
  }
  return explorations.filter((exploration) => !needed.has(exploration)).map(({ id }) => id);
}

/** Explorations as schedules see them. */
export const scheduledExplorations: Omit<Explorations, 'start'> = {
  async latest(store, projectId) {
    const [last] = await store.explorations.list(projectId);
    if (last === undefined) return null;
    const { startedAt, endedAt } = last;
    const hasScreenshots = settingsOf(last)['screenshots'] === true;
    return { startedAt, endedAt, wasBrokenOff: wasBrokenOff(last), hasScreenshots };
  },
  async giveUp(store, projectId, number, at) {
    const [last] = await store.explorations.list(projectId);
    if (last?.number === number && last.ending === null)
      await store.explorations.end(last.id, { endedAt: at, ending: 'stopped' });
  },
  unneeded: async (store, projectId, keep, now) =>
    unneededExplorations(keep, await store.explorations.list(projectId), now),
};
