import type { Store } from '../../store/index.ts';
import { settingsOf } from '../explorations/compare-explorations.ts';
import { wasBrokenOff } from '../explorations/open-exploration.ts';
import { wasCutOff } from '../watch/planned-runs.ts';
import type { ActiveExplorations } from './active-explorations.ts';
import type { ActiveRuns } from './active-runs.ts';

/** Goes on with the runs and explorations that were under way when the last process ended, whether it was stopped or killed. */
export async function resumeCutOff(
  store: Store,
  runs: ActiveRuns,
  explorations: ActiveExplorations,
): Promise<void> {
  const newest = await store.runs.latestOfAll();
  for (const { id, name } of await store.projects.list()) {
    const latest = newest.get(id);
    // One that cannot go on must not keep the server from starting; its own record says why.
    if (latest !== undefined && wasCutOff(latest)) {
      await runs.start({ project: name, url: null }).catch((error: unknown) => runs.failed(name, error));
      continue;
    }
    const [explored] = await store.explorations.list(id);
    // Nobody waits for it: it may have to log in first.
    if (explored !== undefined && wasBrokenOff(explored))
      void explorations
        .start(name, { screenshots: settingsOf(explored)['screenshots'] === true })
        .catch((error: unknown) => explorations.failed(name, error));
  }
}
