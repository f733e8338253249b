export { changeNode, listNodes, stateOfNode } from './manage-nodes.ts';
export { removeDeadLetter, retryDeadLetter, showQueue } from './manage-queue.ts';
export type { WorkerEvent } from './run-worker.ts';
export { openCluster, type StartedWorker, startWorker, type WorkerOptions } from './start-worker.ts';
