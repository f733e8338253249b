export { ClusterError, type ClusterErrorCode, clusterErrors } from './errors.ts';
export { type HostGate, HostGates } from './host-gate.ts';
export { type JobTry, type RunJob, RunJobs, type ShareJob } from './run-jobs.ts';
export { RunLease } from './run-lease.ts';
export { WorkerFailure } from './worker-failure.ts';
