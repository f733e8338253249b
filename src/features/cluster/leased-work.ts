import type { RunDependencies } from '../../crawl/run/run-request.ts';
import type { HostGates } from './host-gate.ts';
import type { NodeFacts } from './node-facts.ts';
import type { JobTry, RunJobs } from './run-jobs.ts';
import type { RunLease } from './run-lease.ts';
import type { SharedClaims } from './shared-claims.ts';
import type { ClusterStore } from './tables/open-cluster-store.ts';

export type WorkerEvent =
  | {
      readonly event: 'taken' | 'lost' | 'given back';
      readonly project: string;
      readonly run: number | null;
      /** For one host of a run. */
      readonly host?: string;
    }
  | {
      readonly event: 'ended';
      readonly project: string;
      readonly run: number | null;
      readonly host?: string;
      readonly how: string;
    }
  | { readonly event: 'paused' | 'resumed' }
  | { readonly event: 'calibrating'; readonly set: string }
  | { readonly event: 'calibrated'; readonly set: string; readonly settings: number }
  | { readonly event: 'trouble'; readonly message: string };

/** A run, or a host job of one, that a worker has under way. */
export interface LeasedWork {
  readonly job: JobTry;
  readonly lease: RunLease;
  /** The id under which the run was handed over. */
  readonly handedId: string;
  /** With a reason, the run is to pause; without one, another worker goes on. */
  pause(reason?: string): void;
  /** Tells how far it is, where commits do not. */
  tell?(): Promise<void>;
}

/** What a worker gives to those who work on its jobs. */
export interface WorkTools {
  readonly cluster: ClusterStore;
  readonly jobs: RunJobs;
  readonly node: NodeFacts;
  readonly gates: HostGates;
  readonly claims: SharedClaims;
  /** What runs use besides the database. */
  readonly dependencies: Omit<RunDependencies, 'store' | 'turns'>;
  readonly onEvent: (event: WorkerEvent) => void;
  /** Whether the worker is about to stop: others go on with what it has. */
  readonly isStopping: () => boolean;
  /** From now on the worker sends heartbeats for it. */
  readonly onLeased: (work: LeasedWork) => void;
}
