import type { Store } from '../../database/store.ts';
import { type ComparedState, compareExplorations, type FoundExploration } from './compare-explorations.ts';
import { explorationBefore } from './exploration-before.ts';
import type { StateSummary } from './state-graph/state-change.ts';
import { exploredSoFar } from './stored-record.ts';
import type { StoredExploration } from './tables/exploration-tables.ts';

type Kept = Pick<Store, 'explorations' | 'contents'>;

export interface ComparedExploration extends Omit<StateSummary, 'states' | 'matches'> {
  readonly states: readonly ComparedState[];
  readonly earlierFound: FoundExploration | null;
}

/** Compares an exploration with an earlier one. */
export async function comparedExploration(
  store: Kept,
  later: StoredExploration,
  earlier: StoredExploration | null,
): Promise<ComparedExploration> {
  const found = async (exploration: StoredExploration): Promise<FoundExploration> => ({
    exploration,
    soFar: await exploredSoFar(store, exploration.id),
  });
  const before = earlier === null ? null : await found(earlier);
  return { earlier, later, earlierFound: before, states: compareExplorations(before, await found(later)) };
}

/** What an exploration reported at its end. One without a stored report is compared now. */
export async function stateSummary(store: Kept, later: StoredExploration): Promise<StateSummary> {
  const reported = await store.explorations.reported(later.id);
  if (reported !== null) return { ...(JSON.parse(reported.summary) as Omit<StateSummary, 'later'>), later };
  return summaryOf(
    await comparedExploration(
      store,
      later,
      explorationBefore(await store.explorations.list(later.projectId), later),
    ),
  );
}

/** As it is reported and stored: without the texts that were compared. */
export function summaryOf(
  { earlier, later, states }: ComparedExploration,
  matches: StateSummary['matches'] = [],
): StateSummary {
  const numbered = ({ number, startedAt }: StateSummary['later']) => ({ number, startedAt });
  return {
    earlier: earlier === null ? null : numbered(earlier),
    later: numbered(later),
    states: states.map(({ html: _, now: __, before: ___, segments: ____, ...change }) => change),
    matches,
  };
}
