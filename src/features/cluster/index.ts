export type { WorkerEvent } from './leased-work.ts';
export { changeNode, listNodes, stateOfNode } from './manage-nodes.ts';
export { removeDeadLetter, retryDeadLetter, showQueue, withdrawRun } from './manage-queue.ts';
export { openCluster, type StartedWorker, startWorker } from './start-worker.ts';
