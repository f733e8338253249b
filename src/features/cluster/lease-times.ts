/*
 * The times of leases, in milliseconds. The takeover time: a worker that dies is replaced at most 14 seconds after its last heartbeat. Its job
 * expires (JOB_LEASE, 10 s), one node looks for expired jobs in one of its rounds (LOOK_FOR_EXPIRED and ROUND, 3 s), and another worker takes the job in its
 * next round (ROUND, 1 s). If the node that looks hangs, others do, and it is 32 seconds (LOOK_FOR_EXPIRED_BY_OTHERS). The leases on
 * its hosts end in the meantime (HOST_LEASE, 12 s). A worker that lives but reaches no database stops sending requests
 * after CONFIRMED_FOR, before another one may begin.
 */

/** A round of a worker: it sends heartbeats and looks for jobs. */
export const ROUND = 1000;
/** Without a heartbeat for this long, a job goes to another worker. pg-boss allows no less. */
export const JOB_LEASE = 10_000;
/** Without a heartbeat for this long, a host may be taken by another run. */
export const HOST_LEASE = 12_000;
/** A lease without a confirmation for this long may end soon: it is confirmed before the next request. */
export const CONFIRMED_FOR = 8000;
/** A commit counts as a heartbeat; after this long without one, the worker sends another. */
export const HEARTBEAT_AFTER = 2500;
/** How often one node looks for jobs that have expired. All jobs are counted then: those that are done are gone, so these are few. */
export const LOOK_FOR_EXPIRED = 2000;
/** How often all others do, in case that node cannot: its connection may hang while it sends heartbeats by another. */
export const LOOK_FOR_EXPIRED_BY_OTHERS = 20_000;
