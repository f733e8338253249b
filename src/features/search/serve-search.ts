import { AppError, isThreadEnded } from '../../crawl/run/errors.ts';
import type { Served, ServerContext } from '../feature.ts';
import { DeadlyVersions, type IndexedVersion } from './fill-index.ts';
import { searchServices } from './search-services.ts';

/** How often the index is compared with what is stored, in milliseconds: workers and commands add versions too. */
const INDEX_EVERY = 10 * 60_000;

const WORK = 'search index';

/** Adds to the index the versions that runs found. */
export function serveSearch(server: ServerContext): Served {
  const { store, clock, supervisor, threads, onFailure } = server;
  const deadlyVersions = new DeadlyVersions();

  /** A version that ends its thread repeatedly is indexed without words: it must not keep all others out of the index. */
  const leaveOut = async (version: IndexedVersion, error: Error) => {
    if (!(await deadlyVersions.add(store, version))) return;
    const message = `page ${version.pageId} of run ${version.runId} is left out: ${error.message}`;
    onFailure(WORK, new AppError('APP_THREAD_ENDED', message));
  };

  const fill = async (signal: AbortSignal, alive: () => void) => {
    // Usually there is nothing to add, so no thread is started.
    if ((await store.search.missing(1, null)).length === 0) return;
    let version: IndexedVersion | null = null;
    const onProgress = (progress: { readonly version?: IndexedVersion }) => {
      version = progress.version ?? version;
      alive();
    };
    try {
      await threads.follow(WORK, { isCareful: threads.isApart(WORK) }, { signal, onProgress });
    } catch (error) {
      if (isThreadEnded(error) && version !== null) await leaveOut(version, error);
      throw error;
    }
  };

  const index = supervisor.start({
    name: WORK,
    round: async ({ signal, alive }) => {
      await fill(signal, alive);
      return clock.now() + INDEX_EVERY;
    },
  });
  return { services: searchServices(server), afterRun: () => index.finishRound() };
}
