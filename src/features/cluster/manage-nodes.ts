import { ClusterError } from './errors.ts';
import type { ClusterNode, WantedOfNode } from './tables/nodes.ts';
import type { ClusterStore } from './tables/open-cluster-store.ts';

/** Live nodes first, then the others, each group by name. */
export async function listNodes({ nodes }: Pick<ClusterStore, 'nodes'>): Promise<readonly ClusterNode[]> {
  const all = await nodes.list();
  return [...all.filter(({ isAlive }) => isAlive), ...all.filter(({ isAlive }) => !isAlive)];
}

/** By id or by name. Throws CLUSTER_NODE_UNKNOWN. */
export async function changeNode(
  { nodes }: Pick<ClusterStore, 'nodes'>,
  name: string,
  wanted: WantedOfNode,
): Promise<ClusterNode> {
  const all = await nodes.list();
  const found = all.filter((node) => node.id === name || node.name === name);
  const [node] = found.filter(({ isAlive }) => isAlive).concat(found);
  if (node === undefined || !(await nodes.want(node.id, wanted))) {
    const known = all.filter(({ isAlive }) => isAlive).map(({ id }) => id);
    throw new ClusterError(
      'CLUSTER_NODE_UNKNOWN',
      `There is no node "${name}". ${known.length === 0 ? 'No node is alive now.' : `Alive now: ${known.join(', ')}.`}`,
    );
  }
  return { ...node, wanted };
}

type NodeState = 'working' | 'paused' | 'draining' | 'gone';

export function stateOfNode({ isAlive, wanted }: Pick<ClusterNode, 'isAlive' | 'wanted'>): NodeState {
  if (!isAlive) return 'gone';
  return ({ work: 'working', pause: 'paused', drain: 'draining' } as const)[wanted];
}
