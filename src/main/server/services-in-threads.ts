import type { Config } from '../../config/index.ts';
import type { Store } from '../../database/store.ts';
import type { InThread } from '../../features/feature.ts';
import { features } from '../../features/index.ts';
import { projectCalled, projectsSeenBy } from '../../http/requested-resources.ts';
import type { RunsUnderWay, ServiceContext } from '../../http/service-context.ts';
import type { Asking } from '../../http/services.ts';
import type { WorkPools } from './work-pool.ts';

type AnyService = (given: object, asking: Asking) => Promise<unknown>;
export type AnyServices = Readonly<Record<string, AnyService>>;

/** Only the main thread knows the runs of this process: `withThreads` adds them. */
const noRuns = { find: () => null, waits: async () => false } as unknown as RunsUnderWay;

/** In a thread: the services that are called there. */
export async function servicesInThreads({
  store,
  config,
}: {
  readonly store: Store;
  readonly config: Config;
}): Promise<AnyServices> {
  const context = { store, config, runs: noRuns };
  const called = features.filter(({ inThreads }) => inThreads !== undefined);
  return Object.assign({}, ...(await Promise.all(called.map(({ services }) => services?.(context)))));
}

/** In the main thread: the same services; threads do the expensive ones. */
export function withThreads(
  services: AnyServices,
  pools: WorkPools,
  { store, runs }: ServiceContext,
): AnyServices {
  const inThread =
    (name: string, how: InThread, here: AnyService): AnyService =>
    async (given, asking) => {
      const { pool, needs, when } = typeof how === 'string' ? { pool: how } : how;
      if (when !== undefined && !(await when(store, given))) return here(given, asking);
      const seen = needs === 'projects seen' ? await projectsSeenBy(store, asking.caller) : [];
      const mayChange = needs === 'right to change' && (await mayChangeAsked(store, given, asking));
      const result = await pools[pool].run({
        name,
        given,
        asking,
        mayChange,
        seen: seen.map(({ id }) => id),
      });
      if (!isProject(result)) return result;
      const isWaiting = await runs.waits(result.name);
      return { ...result, isWaiting, isRunning: runs.find(result.name) !== null };
    };
  const replaced: Record<string, AnyService> = {};
  for (const [name, how] of features.flatMap(({ inThreads = {} }) => Object.entries(inThreads))) {
    const here = services[name];
    if (here !== undefined) replaced[name] = inThread(name, how, here);
  }
  return { ...services, ...replaced };
}

/** Throws API_NOT_FOUND. */
async function mayChangeAsked(store: Store, given: object, { caller }: Asking): Promise<boolean> {
  const { project: name } = given as { readonly project: string };
  return caller.mayChange((await projectCalled(store, name)).id);
}

const isProject = (result: unknown): result is { readonly name: string; readonly isRunning: boolean } =>
  typeof result === 'object' && result !== null && 'isRunning' in result;
