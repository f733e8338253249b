import type { Command } from 'commander';
import { configOf } from '../../../cli/open-data.ts';
import type { Config } from '../../../config/index.ts';
import type { ClusterStore } from '../tables/open-cluster-store.ts';

/** What machines that share a database can be told; loaded when it is needed. */
export async function clusterParts() {
  return import('../index.ts');
}

/** Throws CLUSTER_NEEDS_POSTGRES. */
export async function withCluster(
  command: Command,
  work: (cluster: ClusterStore, config: Config) => Promise<void>,
): Promise<void> {
  const { openCluster } = await clusterParts();
  const config = await configOf(command);
  const cluster = await openCluster(config);
  try {
    await work(cluster, config);
  } finally {
    await cluster.close();
  }
}
