import type { KeepEntry } from '../../project/index.ts';
import type { StoredExploration } from '../../store/index.ts';
import { explorationBefore, isComparable } from '../explorations/exploration-before.ts';

const DAY = 86_400_000;

/**
 * The explorations that go whole, by id. The newest always stays (the next one goes on with it, or is compared with it), as do those of the rule's
 * days, the last n that can be compared with each other, and for each of these the one before: what it told can then be looked at.
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
