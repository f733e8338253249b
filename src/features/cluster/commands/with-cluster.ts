import type { Command } from 'commander';
import { configOf } from '../../../cli/open-data.ts';
import type { Config } from '../../../config/index.ts';
import type { ClusterStore } from '../tables/open-cluster-store.ts';

/** Throws CLUSTER_NEEDS_POSTGRES. */
export async function withCluster(
  command: Command,
  work: (cluster: ClusterStore, config: Config) => Promise<void>,
): Promise<void> {
  const { openCluster } = await import('../start-worker.ts');
  const config = await configOf(command);
  const cluster = await openCluster(config);
  try {
    await work(cluster, config);
  } finally {
    await cluster.close();
  }
}
