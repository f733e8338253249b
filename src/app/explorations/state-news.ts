import type { StateNews } from '../../publish/index.ts';
import type { Store, StoredExploration } from '../../store/index.ts';
import {
  type ComparedState,
  compareExplorations,
  type FoundExploration,
  settingsOf,
} from './compare-explorations.ts';
import { endsEarly } from './open-exploration.ts';
import { exploredSoFar } from './stored-record.ts';

type Kept = Pick<Store, 'explorations' | 'contents'>;

export interface ComparedExploration extends Omit<StateNews, 'states' | 'matches'> {
  readonly states: readonly ComparedState[];
  readonly earlierFound: FoundExploration | null;
}

/** The last exploration before this one that started at the same address, had the same setting, and was not broken off. */
export async function explorationBefore(
  store: Pick<Store, 'explorations'>,
  later: StoredExploration,
): Promise<StoredExploration | null> {
  const { setting } = settingsOf(later);
  const all = await store.explorations.list(later.projectId);
  const earlier = all.find(
    (other) =>
      other.number < later.number &&
      other.url === later.url &&
      !endsEarly(other) &&
      settingsOf(other).setting === setting,
  );
  return earlier ?? null;
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

/** What an exploration told at its end. One that ended before that was kept, or has not ended, is compared now. */
export async function stateNews(store: Kept, later: StoredExploration): Promise<StateNews> {
  const told = await store.explorations.told(later.id);
  if (told !== null) return { ...(JSON.parse(told.news) as Omit<StateNews, 'later'>), later };
  return newsOf(await comparedExploration(store, later, await explorationBefore(store, later)));
}

/** As it is told and kept: without the texts that were compared. */
export function newsOf(
  { earlier, later, states }: ComparedExploration,
  matches: StateNews['matches'] = [],
): StateNews {
  const numbered = ({ number, startedAt }: StateNews['later']) => ({ number, startedAt });
  return {
    earlier: earlier === null ? null : numbered(earlier),
    later: numbered(later),
    states: states.map(({ html: _, now: __, before: ___, segments: ____, ...change }) => change),
    matches,
  };
}
