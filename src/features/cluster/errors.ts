import { type ErrorTable, TidemarkError } from '../../base/index.ts';

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

type ClusterErrorCode = keyof typeof clusterErrors;

/** A failure of what several machines do together. */
export class ClusterError extends TidemarkError {
  declare readonly code: ClusterErrorCode;

  constructor(code: ClusterErrorCode, message: string, cause?: unknown) {
    super(code, clusterErrors[code], message, cause);
  }
}
