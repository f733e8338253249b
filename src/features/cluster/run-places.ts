import type { RunHandle, RunRequest } from '../../crawl/run/run-request.ts';
import type { ServerClusterParts } from './server-cluster.ts';
import type { ClusterStore } from './tables/open-cluster-store.ts';

/** Runs at the same time in the process of a server. */
const MOST_HERE = 4;
/** Runs that are handed to workers at the same time; more of them would only wait there. */
const MOST_HANDED = 1000;

/**
 * Where the runs of a server take place. The rule: at workers while at least one of them lives and is not paused, in the server's own process
 * otherwise.
 */
export interface RunPlaces {
  /** Throws what starting the run throws, wherever it starts; CLUSTER_RUN_WAITS unless the caller waits patiently for a worker. */
  start(request: RunRequest, how?: { readonly isPatient: boolean }): Promise<RunHandle>;
  readonly mostAtOnce: number;
  /** What the machines share; null on SQLite, where there is one. */
  readonly cluster: ClusterStore | null;
  /** The server is about to stop: runs at workers go on without it. */
  leave(): void;
  close(): Promise<void>;
}

export async function runPlaces(parts: ServerClusterParts): Promise<RunPlaces> {
  const here = (request: RunRequest) => parts.threads.startRun(request, { takesTurns: false });
  if (parts.config.databaseUrl === '')
    return {
      start: here,
      mostAtOnce: MOST_HERE,
      cluster: null,
      leave: () => undefined,
      close: async () => undefined,
    };
  const { ServerCluster } = await import('./server-cluster.ts');
  const shared = await ServerCluster.open(parts);
  return {
    start: async (request, how = { isPatient: false }) =>
      (await shared.takesRun(request.project)) ? shared.start(request, how) : shared.startHere(request),
    get mostAtOnce() {
      return shared.hasWorkers ? MOST_HANDED : MOST_HERE;
    },
    cluster: shared.store,
    leave: () => shared.leave(),
    close: () => shared.close(),
  };
}
