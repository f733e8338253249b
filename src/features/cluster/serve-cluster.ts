import type { RunPlaces, Served, ServerContext } from '../feature.ts';
import { clusterMetrics } from './cluster-metrics.ts';
import { clusterServices } from './cluster-services.ts';
import { waitsForWorker } from './manage-queue.ts';
import type { ServerCluster } from './server-cluster.ts';
import type { HostLeaseTable } from './tables/host-lease-table.ts';

/** Concurrent runs in the process of a server. */
const MOST_HERE = 4;
/** Concurrent runs at workers; more would only wait there. */
const MOST_HANDED = 1000;

/** Runs take place at workers while at least one is alive and not paused, otherwise in the server's own process. */
export async function serveCluster(server: ServerContext): Promise<Served> {
  const { config, threads } = server;
  if (config.databaseUrl === '')
    return {
      services: clusterServices({ ...server, cluster: null }),
      places: {
        start: (request) => threads.startRun(request, { leasesHosts: false }),
        mostAtOnce: MOST_HERE,
        waits: async () => false,
        leave: () => undefined,
        answer: null,
      },
    };
  const { ServerCluster } = await import('./server-cluster.ts');
  const shared = await ServerCluster.open({ ...server, onLate: (run) => server.runs.add(run) });
  const { store: cluster } = shared;
  return {
    services: clusterServices({ ...server, cluster }),
    places: placesOf(shared),
    metrics: () => clusterMetrics(cluster),
    close: () => shared.close(),
  };
}

const placesOf = (shared: ServerCluster): RunPlaces => ({
  start: async (request, how = { isPatient: false }) =>
    (await shared.takesRun(request.project)) ? shared.start(request, how) : shared.startHere(request),
  get mostAtOnce() {
    return shared.hasWorkers ? MOST_HANDED : MOST_HERE;
  },
  waits: (project) => waitsForWorker(shared.store, project),
  leave: () => shared.leave(),
  answer: (method, parameters) => ask(shared.store.hostLeases, method, parameters),
});

const ask = (leases: HostLeaseTable, method: string, parameters: readonly unknown[]): Promise<unknown> =>
  (leases[method as keyof HostLeaseTable] as (...given: readonly unknown[]) => Promise<unknown>)(
    ...parameters,
  );
