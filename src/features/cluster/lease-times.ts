/*
 * All times of a cluster, in milliseconds. The takeover time: a worker that dies is replaced at most 14 seconds after its last heartbeat. Its job
 * expires (JOB_LEASE, 10 s), one node looks for expired jobs in one of its rounds (LOOK_FOR_EXPIRED and ROUND, 3 s), and another worker takes the job in its
 * next round (ROUND, 1 s). If the node that looks hangs, others look, and it is 32 seconds (LOOK_FOR_EXPIRED_BY_OTHERS). The leases on
 * its hosts end in the meantime (HOST_LEASE, 12 s). A worker that lives but reaches no database stops sending requests
 * after CONFIRMED_FOR, before another one may begin.
 */

/** A round of a worker: it sends heartbeats and looks for jobs. */
export const ROUND = 1000;
/** The next round after one that found jobs: there may be more. */
export const ROUND_AFTER_JOBS = 100;
/** A round that takes longer has a hanging connection: the next round gets a new one. */
export const LONGEST_ROUND = 60_000;
/** Without a heartbeat for this long, a job goes to another worker. pg-boss allows no less. */
export const JOB_LEASE = 10_000;
/** Without a heartbeat for this long, a host may be taken by another run. */
export const HOST_LEASE = 12_000;
/** A lease without a confirmation for this long may end soon: it is confirmed before the next request. */
export const CONFIRMED_FOR = 8000;
/** A commit counts as a heartbeat; after this long without one, the worker sends another. */
export const HEARTBEAT_AFTER = 2500;
/** How often one node looks for jobs that have expired. It counts all jobs, which are few: finished ones are deleted. */
export const LOOK_FOR_EXPIRED = 2000;
/** How often all other nodes do, in case that node cannot: its connection may hang while it sends heartbeats over another one. */
export const LOOK_FOR_EXPIRED_BY_OTHERS = 20_000;

/** How often a run tries to acquire a host that another run holds. */
export const ACQUIRE_HOST = 250;
/** How long a run that tried to acquire a host counts as waiting for it. */
export const WANTED_FOR = 5000;
/** A host that got no request for this long is released. */
export const HOST_IDLE = 3000;
/** The longest wait for a host that asked another run to stay away; for a longer one, the run pauses. */
export const LONGEST_HOST_WAIT = 30_000;

/** The longest wait before the database is tried again. */
export const LONGEST_RETRY = 2000;
/** The wait before work that a database error interrupted, or the report of an ended job, is retried. */
export const RETRY_AFTER = 500;

/** A node without a heartbeat for this long is gone. */
export const NODE_ALIVE = 15_000;
/** A node without a heartbeat for this long no longer looks for expired jobs. This is well before its own jobs expire. */
export const NODE_SUPERVISES = 4000;
/** How long a node that is gone stays listed. Names contain the process id, so each crash would leave one for ever. */
export const NODE_KEPT = 3_600_000;
/** How long a node that is gone stays in the metrics, for the same reason. */
export const NODE_IN_METRICS = 300_000;

/** How often a server looks for workers. */
export const LOOK_FOR_WORKERS = 2000;
/** How often a server reads the progress of runs at workers. */
export const READ_PROGRESS = 500;
/** How long the start of a run waits for a worker before it reports that the run waits. A worker with room begins within this time. */
export const LONGEST_START = 3000;
