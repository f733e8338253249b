import type { Config } from '../config/index.ts';
import type { RunHandle, RunRequest } from '../crawl/run/run-request.ts';
import type { Store } from '../database/store.ts';
import type { RunUpdate } from './run-log.ts';

/** The context of every service. Services of a feature extend it with what they need. */
export interface ServiceContext {
  readonly store: Store;
  readonly config: Config;
  readonly runs: RunsUnderWay;
}

/** The runs that this process started; at most one of each project. */
export interface RunsUnderWay {
  /**
   * Begins a run for a user; null for a caller who may begin any number of runs. Throws STORE_LOCKED while a run of the project is active,
   * API_STOPPING, API_TOO_MANY, API_BUSY, and CLUSTER_RUN_WAITS when the run begins later, as soon as a worker has room.
   */
  start(request: RunRequest, user?: string | null): Promise<RunHandle>;
  find(project: string): RunHandle | null;
  /** Whether a run of the project is queued for the workers and none has started it yet. */
  waits(project: string): Promise<boolean>;
  /** Includes runs that have ended but whose follow-up work is not done. */
  updates(): readonly RunUpdate[];
}
