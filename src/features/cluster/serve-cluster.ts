import { notFound } from '../../http/errors.ts';
import { projectCalled } from '../../http/requested-resources.ts';
import type { ServiceContext } from '../../http/service-context.ts';
import type { ServicesOf } from '../../http/services.ts';
import type { RunPlaces, Served, ServerContext } from '../feature.ts';
import type { clusterEndpoints } from './cluster-endpoints.ts';
import { clusterMetrics } from './cluster-metrics.ts';
import { changeNode, listNodes, stateOfNode } from './manage-nodes.ts';
import { removeDeadLetter, retryDeadLetter, showQueue, waitsForWorker, withdrawRun } from './manage-queue.ts';
import type { ServerCluster } from './server-cluster.ts';
import type { HostLeaseTable } from './tables/host-lease-table.ts';
import type { ClusterNode } from './tables/nodes.ts';
import type { ClusterStore } from './tables/open-cluster-store.ts';

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

interface ClusterContext {
  /** The store that several machines share; null on SQLite. */
  readonly cluster: ClusterStore | null;
}

function clusterServices({
  store,
  cluster,
  config,
}: ServiceContext & ClusterContext): ServicesOf<typeof clusterEndpoints> {
  return {
    listNodes: async () => ({ items: cluster === null ? [] : (await listNodes(cluster)).map(nodeRowOf) }),
    changeNode: async ({ node, body: { wanted } }) => {
      if (cluster === null) throw notFound(`node "${node}"`);
      return nodeRowOf(await changeNode(cluster, node, wanted));
    },
    showQueue: async () => {
      if (cluster === null) return { queues: [], waitingRuns: [], deadLetters: [] };
      return showQueue(cluster);
    },
    withdrawRun: async ({ project }, { caller }) => {
      await projectCalled(store, project);
      // On one machine a run begins at once.
      if (cluster === null) throw notFound(`run of the project "${project}" that waits for a worker`);
      await withdrawRun(cluster, config, { project, reason: `withdrawn by ${caller.name}` });
    },
    retryDeadLetter: async ({ letter }) => {
      if (cluster === null) throw notFound(`dead letter "${letter}"`);
      return retryDeadLetter(cluster, config, letter);
    },
    removeDeadLetter: async ({ letter }) => {
      if (cluster === null) throw notFound(`dead letter "${letter}"`);
      return removeDeadLetter(cluster, config, letter);
    },
  };
}

const nodeRowOf = (node: ClusterNode) => ({ ...node, state: stateOfNode(node) });
