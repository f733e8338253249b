import type { Config } from '../config/index.ts';
import type { RunHandle, RunRequest } from '../crawl/run/run-request.ts';
import type { Store } from '../database/store.ts';
import type { RunNotice } from './run-log.ts';

/** What every service is given. What a feature needs besides, its own services ask for. */
export interface ServiceContext {
  readonly store: Store;
  readonly config: Config;
  readonly runs: RunsUnderWay;
}

/** The runs that this process started; at most one of each project. */
export interface RunsUnderWay {
  /** Throws STORE_LOCKED while a run of the project is active, API_STOPPING, and CLUSTER_RUN_WAITS: it begins when a worker has room. */
  start(request: RunRequest): Promise<RunHandle>;
  find(project: string): RunHandle | null;
  /** Whether a run of the project was handed to workers, of which none has begun with it. */
  waits(project: string): Promise<boolean>;
  /** Also those that have ended, with something left to do after them. */
  notices(): readonly RunNotice[];
}
