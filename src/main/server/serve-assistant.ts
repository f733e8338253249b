import { type Config, packageFacts } from '../../config/index.ts';
import { startRun } from '../../crawl/run/start-run.ts';
import { openDataFolder } from '../../database/open-data-folder.ts';
import { assistantOverPipes } from '../../features/assistants/assistant-server.ts';
import { operatorAsCaller } from '../../features/people/people-gate.ts';
import { projectServices } from '../../features/projects/project-services.ts';
import { pageServices } from '../../features/reports/page-services.ts';
import { RecentNews } from '../../features/reports/recent-news.ts';
import { runServices } from '../../features/reports/run-services.ts';
import { searchServices } from '../../features/search/search-services.ts';
import { RunLog } from '../../http/run-log.ts';
import { ActiveRuns } from './active-runs.ts';
import { withThreads } from './services-in-threads.ts';
import { workPools } from './work-pool.ts';

/** Answers an AI assistant on this machine, with the rights of whoever started it; only reads. */
export async function serveAssistant(config: Config, signal: AbortSignal): Promise<void> {
  const store = await openDataFolder(config, 'read', 'tidemark mcp');
  // Nothing runs here: what another process does is seen in the database.
  const runs = new ActiveRuns({
    start: (request) => startRun({ store, config }, request),
    log: new RunLog(),
    afterRun: async () => undefined,
    onFailure: () => undefined,
  });
  const context = { store, config, runs, news: new RecentNews(store), waitsForWorker: async () => false };
  const pools = workPools(store, config);
  const services = withThreads(
    {
      ...projectServices(context),
      ...runServices(context),
      ...pageServices(context),
      ...searchServices(context),
    },
    pools,
    context,
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
