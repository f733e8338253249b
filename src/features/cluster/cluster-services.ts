import { notFound } from '../../http/errors.ts';
import type { ApiServices } from '../../http/services.ts';
import { isoTime, type ServerParts } from '../../main/server/server-parts.ts';
import { changeNode, listNodes, stateOfNode } from './manage-nodes.ts';
import { removeDeadLetter, retryDeadLetter, showQueue } from './manage-queue.ts';
import type { DeadLetter } from './tables/job-queues.ts';
import type { ClusterNode } from './tables/nodes.ts';

type ClusterServices = Pick<
  ApiServices,
  'listNodes' | 'changeNode' | 'showQueue' | 'retryDeadLetter' | 'removeDeadLetter'
>;

export function clusterServices({ cluster, config }: ServerParts): ClusterServices {
  return {
    listNodes: async () => ({ items: cluster === null ? [] : (await listNodes(cluster)).map(nodeRowOf) }),
    changeNode: async ({ node, body: { wanted } }) => {
      if (cluster === null) throw notFound(`node "${node}"`);
      return nodeRowOf(await changeNode(cluster, node, wanted));
    },
    showQueue: async () => {
      if (cluster === null) return { queues: [], waitingRuns: [], deadLetters: [] };
      const { queues, waitingRuns, deadLetters } = await showQueue(cluster);
      return {
        queues,
        waitingRuns: waitingRuns.map(({ project, since }) => ({ project, since: isoTime(since) })),
        deadLetters: deadLetters.map(letterRowOf),
      };
    },
    retryDeadLetter: async ({ letter }) => {
      if (cluster === null) throw notFound(`dead letter "${letter}"`);
      return letterRowOf(await retryDeadLetter(cluster, config, letter));
    },
    removeDeadLetter: async ({ letter }) => {
      if (cluster === null) throw notFound(`dead letter "${letter}"`);
      return letterRowOf(await removeDeadLetter(cluster, config, letter));
    },
  };
}

const nodeRowOf = (node: ClusterNode) => ({
  ...{ id: node.id, name: node.name, kind: node.kind, version: node.version },
  ...{ runs: node.runs, load: node.load, state: stateOfNode(node) },
  startedAt: isoTime(node.startedAt),
  seenAt: isoTime(node.seenAt),
});

const letterRowOf = ({ id, queue, project, reason, tries, at }: DeadLetter) => ({
  ...{ id, queue, project, reason, tries },
  at: isoTime(at),
});
