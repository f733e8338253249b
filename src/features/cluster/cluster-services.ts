import { notFound } from '../../http/errors.ts';
import { projectCalled } from '../../http/requested-resources.ts';
import type { ServiceContext } from '../../http/service-context.ts';
import type { ServicesOf } from '../../http/services.ts';
import type { clusterEndpoints } from './cluster-endpoints.ts';
import { changeNode, listNodes, stateOfNode } from './manage-nodes.ts';
import { removeDeadLetter, retryDeadLetter, showQueue, withdrawRun } from './manage-queue.ts';
import type { ClusterNode } from './tables/nodes.ts';
import type { ClusterStore } from './tables/open-cluster-store.ts';

interface ClusterContext {
  /** The store that several machines share; null on SQLite. */
  readonly cluster: ClusterStore | null;
}

export function clusterServices({
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
