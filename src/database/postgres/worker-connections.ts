import { PreparingClient } from './preparing-client.ts';

/** A worker that stands still inside a transaction must not keep the next one from going on. */
const WITHOUT_STANDSTILL = '-c idle_in_transaction_session_timeout=8000';
/** The server would plan most of what is prepared anew each time, because then it knows the values; that takes longer than what a better plan saves. */
const PLANNED_ONCE = '-c plan_cache_mode=force_generic_plan';

/** How workers connect, to the store as to the queue of jobs: what the driver is given. */
export const workerConnections = {
  Client: PreparingClient,
  options: `${WITHOUT_STANDSTILL} ${PLANNED_ONCE}`,
};
