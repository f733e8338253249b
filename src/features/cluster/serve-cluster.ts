import type { Served, ServerContext } from '../feature.ts';
import { clusterMetrics } from './cluster-metrics.ts';
import { clusterServices } from './cluster-services.ts';
import { waitsForWorker } from './manage-queue.ts';
import { runPlaces } from './run-places.ts';
import type { HostLeases } from './tables/host-leases.ts';

/** Runs take place at workers while at least one of them lives. */
export async function serveCluster(server: ServerContext): Promise<Served> {
  const { store, threads, config, supervisor, runs, onFailure } = server;
  const places = await runPlaces({
    ...{ store, threads, config, supervisor, onFailure },
    onLate: (run) => runs.add(run),
  });
  const { cluster } = places;
  return {
    services: clusterServices({ ...server, cluster }),
    places: {
      start: (request, how) => places.start(request, how),
      get mostAtOnce() {
        return places.mostAtOnce;
      },
      waits: (project) => waitsForWorker(cluster, project),
      leave: () => places.leave(),
      answer: cluster === null ? null : (method, parameters) => ask(cluster.leases, method, parameters),
    },
    metrics: async () => (cluster === null ? [] : clusterMetrics(cluster)),
    close: () => places.close(),
  };
}

const ask = (leases: HostLeases, method: string, parameters: readonly unknown[]): Promise<unknown> =>
  (leases[method as keyof HostLeases] as (...given: readonly unknown[]) => Promise<unknown>)(...parameters);
