import { setTimeout } from 'node:timers/promises';
import type { Project, Store } from '../../store/index.ts';
import { giveSpaceBack, tidyProject } from '../upkeep/index.ts';

const DAY = 86_400_000;

/** Tidies all projects at the start and once a day: rules about days let something go even where nothing runs. */
export async function tidyDaily(
  store: Store,
  signal: AbortSignal,
  onFailure: (what: string, error: unknown) => void,
): Promise<void> {
  while (!signal.aborted) {
    try {
      for (const project of await store.projects.list()) if (!signal.aborted) await tidyOne(store, project);
      // Also what runs left behind that were killed, and deleted projects.
      if (!signal.aborted) await store.upkeep.sweepObjects();
    } catch (error) {
      onFailure('tidying', error);
    }
    await setTimeout(DAY, undefined, { signal, ref: false }).catch(() => undefined);
  }
}

/** Tidies a project by the rule in its file; without one nothing happens. */
export async function tidyOne(store: Store, project: Project): Promise<void> {
  const { visits, versions, explorations } = await tidyProject(store, project);
  if (visits + versions + explorations > 0) await giveSpaceBack(store);
}
