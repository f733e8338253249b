import type { StatementRunner } from '../../../database/postgres/statement-runner.ts';
import type { HostJobState } from './host-job-tables.ts';
import type { SendHostJobs } from './open-hosts.ts';

/** How far the work on a host job is, as its holder tells it. */
export interface HostJobProgress {
  readonly bytes: number;
  readonly queued: number;
}

/** What was done in a host job, over all who worked on it. Visits are counted when they are stored. */
export interface HostJobCounts extends HostJobProgress {
  readonly pages: number;
  readonly errors: number;
  readonly leftOut: number;
}

export interface HostJobRecord {
  readonly host: string;
  /** The job that works on it: any other has nothing to do here. */
  readonly jobId: string;
  readonly state: HostJobState;
  readonly reason: string | null;
  readonly resumeAt: number | null;
  /** The number of the last transaction of its holder. */
  readonly batch: number;
  readonly savedState: string | null;
  /** How many pages it may visit, where the run has a limit. */
  readonly granted: number;
  readonly counts: HostJobCounts;
}

/** How the work on a host job ended: done, or paused for a reason. */
export type HostJobEnd =
  | { readonly state: 'closed' }
  | { readonly state: 'paused'; readonly reason: string; readonly resumeAt: number | null };

/** Where the jobs of a run are sent. Both are called inside the transaction that makes them necessary. */
export interface HostJobQueue {
  readonly sendHostJobs: SendHostJobs;
  /** Called when nothing is left to visit, or nothing can be visited now. */
  sendFinish(handedId: string, statements: StatementRunner): Promise<void>;
}
