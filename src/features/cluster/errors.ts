import { type ErrorTable, errorsOf } from '../../base/index.ts';

export const clusterErrors = {
  CLUSTER_NEEDS_POSTGRES: 'stop',
  CLUSTER_KEY_NOT_SHARED: 'stop',
  CLUSTER_DEAD_LETTER_UNKNOWN: 'stop',
  CLUSTER_NODE_UNKNOWN: 'stop',
  CLUSTER_RUN_WAITS: 'retry',
  CLUSTER_RUN_GIVEN_UP: 'stop',
  CLUSTER_RUN_WITHDRAWN: 'stop',
  CLUSTER_NOTHING_WAITS: 'stop',
  CLUSTER_WORKER_FAILED: 'stop',
} as const satisfies ErrorTable;

/** A failure of the cluster. */
export class ClusterError extends errorsOf(clusterErrors) {}
