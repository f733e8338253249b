export { ClusterError, type ClusterErrorCode, clusterErrors } from './errors.ts';
export { type JobTry, RunJobs } from './run-jobs.ts';
export { RunLease } from './run-lease.ts';
export { WorkerFailure } from './worker-failure.ts';
