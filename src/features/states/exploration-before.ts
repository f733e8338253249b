import { endsEarly } from '../../explore/index.ts';
import type { KeepEntry } from '../../project/index.ts';
import { settingsOf } from './compare-explorations.ts';
import type { StoredExploration } from './tables/explorations.ts';

/** Whether what one found can be compared with what another did: same address, same setting, and the other was not broken off. */
const isComparable = (other: StoredExploration, { url, settings }: StoredExploration): boolean =>
  other.url === url && !endsEarly(other) && settingsOf(other).setting === settingsOf({ settings }).setting;

/** The last exploration before this one that it can be compared with; null when there is none. `all`: of the project, newest first. */
export function explorationBefore(
  all: readonly StoredExploration[],
  later: StoredExploration,
): StoredExploration | null {
  return all.find((other) => other.number < later.number && isComparable(other, later)) ?? null;
}

const DAY = 86_400_000;

/**
 * The explorations that go whole, by id. The newest always stays (the next one goes on with it, or is compared with it), as do those of the rule's
 * days, the last n that can be compared with each other, and for each of these the one before: what it reported can then be looked at.
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
