import type { Config } from '../../config/index.ts';
import type { Store } from '../../database/store.ts';
import { detectorServices } from '../../features/detectors/detector-services.ts';
import type { ApiServices } from '../../features/endpoints.ts';
import { importServices } from '../../features/import/import-services.ts';
import { deliveryServices } from '../../features/notifications/delivery-services.ts';
import { type ProjectContext, projectServices } from '../../features/projects/project-services.ts';
import { setupServices } from '../../features/projects/setup-services.ts';
import { stepServices } from '../../features/projects/step-services.ts';
import { pageServices } from '../../features/reports/page-services.ts';
import { RecentNews } from '../../features/reports/recent-news.ts';
import { readsPages } from '../../features/reports/report-run.ts';
import { runServices } from '../../features/reports/run-services.ts';
import { searchServices } from '../../features/search/search-services.ts';
import { stateServices } from '../../features/states/state-services.ts';
import { watchingServices } from '../../features/watching/watching-services.ts';
import { projectCalled, projectsSeenBy, runCalled } from '../../http/requested-resources.ts';
import type { RunsUnderWay } from '../../http/service-context.ts';
import type { Asking } from '../../http/services.ts';
import type { WorkPool, WorkPools } from './work-pool.ts';

/** What costs in proportion to a page, a selector, a pattern or a file, which somebody else wrote. */
const reading = [
  'readText',
  'showRegions',
  'diffPage',
  'explainPage',
  'tryDetector',
  'listDetectors',
  'addDetector',
  'removeDetector',
  'showNews',
  'searchPages',
  'showProject',
  'addProject',
  'changeProject',
  'draftProject',
  'checkProjectFile',
  'importWatches',
  'tryAddress',
  'testRules',
  'showStateNews',
  'readStateGraph',
  'readState',
] as const satisfies readonly (keyof ApiServices)[];

/** What also waits for sites. */
const visiting = [
  'lookAtSite',
  'tryStep',
  'tryDraftStep',
  'testChannels',
] as const satisfies readonly (keyof ApiServices)[];

type ThreadName = (typeof reading | typeof visiting)[number] | 'reportRun';

/** Of the runs of this process, only the main thread knows: `withThreads` adds it. */
const noRuns = { find: () => null } as unknown as RunsUnderWay;

/** In a thread: the services that are called there. */
export function servicesInThreads({
  store,
  config,
}: {
  readonly store: Store;
  readonly config: Config;
}): Pick<ApiServices, ThreadName> {
  const context = {
    ...{ store, config, runs: noRuns, news: new RecentNews(store), waitsForWorker: async () => false },
    // No exploration is started in a thread.
    explorations: undefined as never,
  };
  return {
    ...pageServices(context),
    ...detectorServices(context),
    ...projectServices(context),
    ...setupServices(context),
    ...stepServices(context),
    ...stateServices(context),
    ...searchServices(context),
    ...watchingServices(),
    ...importServices(),
    ...deliveryServices(context),
    ...runServices(context),
  };
}

/** In the main thread: the same services, with those that cost done by threads. */
export function withThreads<S extends Partial<ApiServices>>(
  services: S,
  pools: WorkPools,
  { store, runs, waitsForWorker }: ProjectContext,
): S {
  const inThread =
    (pool: WorkPool, name: ThreadName): AnyService =>
    async (given, asking) => {
      const seen = name === 'searchPages' ? await projectsSeenBy(store, asking.caller) : [];
      const mayChange = name === 'showProject' && (await mayChangeAsked(store, given, asking));
      const result = await pool.run({ name, given, asking, mayChange, seen: seen.map(({ id }) => id) });
      if (!isProject(result)) return result;
      const isWaiting = await waitsForWorker(result.name);
      return { ...result, isWaiting, isRunning: runs.find(result.name) !== null };
    };
  const replaced: Record<string, AnyService> = {};
  for (const name of reading) replaced[name] = inThread(pools.reading, name);
  for (const name of visiting) replaced[name] = inThread(pools.visiting, name);
  const { reportRun } = services as Partial<Record<'reportRun', AnyService>>;
  if (reportRun !== undefined) {
    const readingPages = inThread(pools.reporting, 'reportRun');
    // Others are sent while they are made, however long they are.
    replaced['reportRun'] = async (given, asking) =>
      ((await doesReportReadPages(store, given)) ? readingPages : reportRun)(given, asking);
  }
  const given = Object.entries(replaced).filter(([name]) => name in services);
  return { ...services, ...Object.fromEntries(given) };
}

type AnyService = (given: object, asking: Asking) => Promise<unknown>;

/** Throws API_NOT_FOUND. */
async function mayChangeAsked(store: Store, given: object, { caller }: Asking): Promise<boolean> {
  const { project: name } = given as Parameters<ApiServices['showProject']>[0];
  return caller.mayChange((await projectCalled(store, name)).id);
}

/** Throws API_NOT_FOUND. */
async function doesReportReadPages(store: Store, given: object): Promise<boolean> {
  const { project: name, run: number, nearDuplicates } = given as Parameters<ApiServices['reportRun']>[0];
  const run = await runCalled(store, await projectCalled(store, name), number);
  return readsPages(await store.visits.flagTotals(run.id), { nearDuplicates });
}

const isProject = (result: unknown): result is { readonly name: string; readonly isRunning: boolean } =>
  typeof result === 'object' && result !== null && 'isRunning' in result;
