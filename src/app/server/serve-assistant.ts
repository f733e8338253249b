import type { Config } from '../../config/index.ts';
import { assistantOverPipes } from '../../publish/index.ts';
import { startExploration } from '../explorations/start-exploration.ts';
import { openDataFolder } from '../open-data-folder.ts';
import { packageFacts } from '../package-facts.ts';
import { operatorAsCaller, Passwords, serverPlace } from '../people/index.ts';
import { RecentNews } from '../report/index.ts';
import { startRun } from '../run/start-run.ts';
import { ActiveExplorations } from './active-explorations.ts';
import { ActiveRuns } from './active-runs.ts';
import { pageServices } from './page-services.ts';
import { projectServices } from './project-services.ts';
import { RunLog } from './run-log.ts';
import { runServices } from './run-services.ts';
import { withThreads } from './services-in-threads.ts';
import { workPools } from './work-pool.ts';

/** Answers an AI assistant on this machine, with the rights of whoever started it; only reads. */
export async function serveAssistant(config: Config, signal: AbortSignal): Promise<void> {
  const store = await openDataFolder(config, 'read', 'tidemark mcp');
  const log = new RunLog();
  // Nothing runs here: what another process does is seen in the database.
  const runs = new ActiveRuns({
    start: (request) => startRun({ store, config }, request),
    log,
    afterRun: async () => undefined,
    onFailure: () => undefined,
  });
  const explorations = new ActiveExplorations({
    start: (request) => startExploration({ store, config }, request),
    afterExploration: async () => undefined,
    onFailure: () => undefined,
  });
  const parts = {
    store,
    config,
    runs,
    explorations,
    log,
    news: new RecentNews(store),
    cluster: null,
    people: { store, passwords: new Passwords(), now: Date.now },
    place: serverPlace(config),
    elsewhere: null,
    address: () => config.publicUrl,
    isStopping: () => signal.aborted,
  };
  const pools = workPools(store, config);
  const services = withThreads(
    { ...projectServices(parts), ...runServices(parts), ...pageServices(parts) },
    pools,
    parts,
  );
  try {
    await assistantOverPipes(
      services,
      {
        caller: operatorAsCaller,
        signal,
        lastEventId: null,
        agent: '',
        cookies: undefined,
        setCookie: () => undefined,
      },
      packageFacts().version,
    );
  } finally {
    await pools.close();
    await store.close();
  }
}
