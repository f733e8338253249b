import type { Exploration } from '../../explore/index.ts';
import type { StateNews } from '../../publish/index.ts';
import type { Store, StoredExploration } from '../../store/index.ts';
import type { RunDefinition } from '../run/define-run.ts';
import { detectInStates } from './detect-in-states.ts';
import { explorationBefore } from './exploration-before.ts';
import { endsEarly } from './open-exploration.ts';
import { comparedExploration, newsOf } from './state-news.ts';

/**
 * Notes how an exploration ended. If there is nothing more to find, what it tells is kept in the same transaction: what changed, what detectors found, and
 * the messages about it. After a kill it ends once more, and the same messages are not written twice.
 */
export async function endExploration(
  store: Store,
  exploration: StoredExploration,
  ending: Exploration['ending'] | 'stopped',
  definition: Pick<RunDefinition, 'project' | 'detectors' | 'notify'>,
  now: number = Date.now(),
): Promise<StateNews | null> {
  if (endsEarly({ ending })) {
    await store.explorations.end(exploration.id, { endedAt: now, ending });
    return null;
  }
  const { projectId } = exploration;
  const earlier = explorationBefore(await store.explorations.list(projectId), exploration);
  const compared = await comparedExploration(store, exploration, earlier);
  const before = earlier === null ? null : await store.explorations.told(earlier.id);
  const found = await detectInStates(compared, {
    ...{ definition, projectId, now },
    results: before?.results ?? null,
  });
  const news = newsOf(compared, found.matches);
  const { results, outbox } = found;
  await store.explorations.end(exploration.id, {
    ...{ endedAt: now, ending },
    told: { projectId, news: JSON.stringify(news), results, outbox },
  });
  return news;
}
