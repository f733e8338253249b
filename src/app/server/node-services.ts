import { type ApiServices, notFound } from '../../publish/index.ts';
import type { ClusterNode } from '../../store/index.ts';
import { changeNode, listNodes, stateOfNode } from '../cluster/manage-nodes.ts';
import { isoTime, type ServerParts } from './server-parts.ts';

export function nodeServices({ cluster }: ServerParts): Pick<ApiServices, 'listNodes' | 'changeNode'> {
  return {
    listNodes: async () => ({ items: cluster === null ? [] : (await listNodes(cluster)).map(nodeRowOf) }),
    changeNode: async ({ node, body: { wanted } }) => {
      if (cluster === null) throw notFound(`node "${node}"`);
      return nodeRowOf(await changeNode(cluster, node, wanted));
    },
  };
}

const nodeRowOf = (node: ClusterNode) => ({
  ...{ id: node.id, name: node.name, kind: node.kind, version: node.version },
  ...{ runs: node.runs, load: node.load, state: stateOfNode(node) },
  startedAt: isoTime(node.startedAt),
  seenAt: isoTime(node.seenAt),
});
