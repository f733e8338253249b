import type { Command } from 'commander';
import type { Config } from '../../config/index.ts';
import type { ClusterStore } from '../../store/index.ts';
import { configOf } from '../open-data.ts';

/** What machines that share a database can be told; loaded when it is needed. */
export async function clusterParts() {
  const { cluster } = await import('../../app/index.ts');
  return cluster();
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
