import type { Config } from '../../config/index.ts';
import { packageFacts } from '../../config/index.ts';
import { StoredFacts } from '../../crawl/projects/stored-facts.ts';
import { startRun } from '../../crawl/run/start-run.ts';
import { openDataFolder } from '../../database/open-data-folder.ts';
import { ActiveRuns } from '../../main/server/active-runs.ts';
import { RunLog } from '../../main/server/run-log.ts';
import { withThreads } from '../../main/server/services-in-threads.ts';
import { workPools } from '../../main/server/work-pool.ts';
import { Passwords } from '../people/passwords.ts';
import { operatorAsCaller, serverPlace } from '../people/people-gate.ts';
import { projectServices } from '../projects/project-services.ts';
import { pageServices } from '../reports/page-services.ts';
import { RecentNews } from '../reports/recent-news.ts';
import { runServices } from '../reports/run-services.ts';
import { ActiveExplorations } from '../states/active-explorations.ts';
import { startExploration } from '../states/start-exploration.ts';
import { assistantOverPipes } from './assistant-over-pipes.ts';

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
    facts: new StoredFacts(),
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
