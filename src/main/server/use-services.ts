import type { Config } from '../../config/index.ts';
import { startRun } from '../../crawl/run/start-run.ts';
import { openDataFolder } from '../../database/open-data-folder.ts';
import { endpoints } from '../../features/endpoints.ts';
import { features } from '../../features/index.ts';
import { jsonServices } from '../../http/json-services.ts';
import { operatorAsCaller } from '../../http/people/audit-note.ts';
import { RunLog } from '../../http/run-log.ts';
import type { Asking } from '../../http/services.ts';
import { ActiveRuns } from './active-runs.ts';
import { withThreads } from './services-in-threads.ts';
import { workPools } from './work-pool.ts';

/** Services on this machine, with the rights of the user who started the program; they only read. */
export async function useServices(
  config: Config,
  signal: AbortSignal,
  use: (services: object, asking: Asking) => Promise<void>,
): Promise<void> {
  const store = await openDataFolder(config, 'read', 'tidemark mcp');
  // This process has no runs: the runs of another process are visible in the database.
  const runs = new ActiveRuns({
    start: (request) => startRun({ store, config }, request),
    log: new RunLog(),
    waits: async () => false,
    afterRun: async () => undefined,
    onFailure: () => undefined,
  });
  const context = { store, config, runs };
  const all = await Promise.all(features.map(({ services }) => services?.(context)));
  const pools = workPools(store, config);
  try {
    await use(jsonServices(endpoints, withThreads(Object.assign({}, ...all), pools, context)), {
      caller: operatorAsCaller,
      signal,
      lastEventId: null,
      agent: '',
      cookies: undefined,
      setCookie: () => undefined,
    });
  } finally {
    await pools.close();
    await store.close();
  }
}
