export { ClusterError } from './errors.ts';
export { type HostGate, HostGates } from './host-gate.ts';
export { type JobTry, type RunJob, RunJobs, type ShareJob } from './run-jobs.ts';
export { RunLease } from './run-lease.ts';
