import { randomUUID } from 'node:crypto';
import { availableParallelism, hostname, loadavg } from 'node:os';
import { packageFacts } from '../../config/index.ts';
import type { ClusterNode, NodeLoad } from './tables/nodes.ts';

/** Who a process is in the cluster. */
export type NodeFacts = Pick<ClusterNode, 'id' | 'name' | 'kind' | 'version'>;

export const thisNode = (kind: ClusterNode['kind']): NodeFacts => ({
  id: randomUUID().slice(0, 8),
  name: `${hostname()}/${process.pid}`,
  kind,
  version: packageFacts().version,
});

export const machineLoad = (): NodeLoad => ({
  average: Math.round((loadavg()[0] ?? 0) * 100) / 100,
  processors: availableParallelism(),
  memory: process.memoryUsage.rss(),
});
