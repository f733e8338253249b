import { settingsOf } from './compare-explorations.ts';
import { endsEarly } from './open-exploration.ts';
import type { StoredExploration } from './tables/explorations.ts';

/** Whether what one found can be compared with what another did: same address, same setting, and the other was not broken off. */
export const isComparable = (other: StoredExploration, { url, settings }: StoredExploration): boolean =>
  other.url === url && !endsEarly(other) && settingsOf(other).setting === settingsOf({ settings }).setting;

/** The last exploration before this one that it can be compared with; null when there is none. `all`: of the project, newest first. */
export function explorationBefore(
  all: readonly StoredExploration[],
  later: StoredExploration,
): StoredExploration | null {
  return all.find((other) => other.number < later.number && isComparable(other, later)) ?? null;
}
