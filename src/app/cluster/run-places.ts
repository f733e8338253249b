import type { Config } from '../../config/index.ts';
import type { ClusterStore } from '../../store/index.ts';
import type { RunHandle, RunRequest, RunSurroundings } from '../run/run-request.ts';
import { startRun } from '../run/start-run.ts';

/** Runs at the same time in the process of a server. */
const MOST_HERE = 4;
/** Runs that are handed to workers at the same time; more of them would only wait there. */
const MOST_HANDED = 1000;

/**
 * Where the runs of a server take place. The rule: at workers while at least one of them lives and is not paused, in the server's own process
 * otherwise.
 */
export interface RunPlaces {
  /** Throws what starting the run throws, wherever it starts. */
  start(request: RunRequest): Promise<RunHandle>;
  readonly mostAtOnce: number;
  /** What the machines share; null on SQLite, where there is one. */
  readonly cluster: ClusterStore | null;
  /** The server is about to stop: runs at workers go on without it. */
  leave(): void;
  close(): Promise<void>;
}

export async function runPlaces(
  surroundings: RunSurroundings,
  config: Config,
  onFailure: (what: string, error: unknown) => void,
): Promise<RunPlaces> {
  const here = (request: RunRequest) => startRun(surroundings, request);
  if (config.databaseUrl === '')
    return {
      start: here,
      mostAtOnce: MOST_HERE,
      cluster: null,
      leave: () => undefined,
      close: async () => undefined,
    };
  const { ServerCluster } = await import('./server-cluster.ts');
  const shared = await ServerCluster.open(surroundings, config, onFailure);
  return {
    start: async (request) =>
      (await shared.takesRun(request.project)) ? shared.start(request) : here(request),
    get mostAtOnce() {
      return shared.hasWorkers ? MOST_HANDED : MOST_HERE;
    },
    cluster: shared.store,
    leave: () => shared.leave(),
    close: () => shared.close(),
  };
}
