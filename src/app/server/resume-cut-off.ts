import type { Store } from '../../store/index.ts';
import { wasCutOff } from '../watch/planned-runs.ts';
import type { ActiveRuns } from './active-runs.ts';

/** Goes on with the runs that were under way when the last process ended, whether it was stopped or killed. */
export async function resumeCutOff(store: Store, runs: ActiveRuns): Promise<void> {
  for (const { id, name } of await store.projects.list()) {
    const latest = await store.runs.latest(id);
    if (latest === null || !wasCutOff(latest)) continue;
    // One that cannot go on must not keep the server from starting; its own record says why.
    await runs.start({ project: name, url: null }).catch((error: unknown) => runs.failed(name, error));
  }
}
