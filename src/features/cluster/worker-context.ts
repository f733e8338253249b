import { randomUUID } from 'node:crypto';
import { availableParallelism, hostname, loadavg } from 'node:os';
import { packageFacts } from '../../config/index.ts';
import type { RunDependencies } from '../../crawl/run/run-request.ts';
import type { ProcessHostLeases } from './run-host-leases.ts';
import type { JobTry, RunJobs } from './run-jobs.ts';
import type { RunLease } from './run-lease.ts';
import type { SharedClaims } from './shared-claims.ts';
import type { ClusterNode, NodeLoad } from './tables/nodes.ts';
import type { ClusterStore } from './tables/open-cluster-store.ts';

/** A process of the cluster. */
export type NodeFacts = Pick<ClusterNode, 'id' | 'name' | 'kind' | 'version'>;

export const thisNode = (kind: ClusterNode['kind']): NodeFacts => ({
  id: randomUUID().slice(0, 8),
  name: `${hostname()}/${process.pid}`,
  kind,
  version: packageFacts().version,
});

export const machineLoad = (): NodeLoad => ({
  average: Math.round((loadavg()[0] ?? 0) * 100) / 100,
  processors: availableParallelism(),
  memory: process.memoryUsage.rss(),
});

/** A run, or a host job of one. */
interface WorkName {
  readonly project: string;
  readonly run: number | null;
  readonly host?: string;
}

export type WorkerEvent =
  | (WorkName & { readonly event: 'taken' | 'lost' | 'given back' })
  | (WorkName & { readonly event: 'ended'; readonly how: string })
  | { readonly event: 'paused' | 'resumed' }
  | { readonly event: 'calibrating'; readonly set: string }
  | { readonly event: 'calibrated'; readonly set: string; readonly settings: number }
  | { readonly event: 'trouble'; readonly message: string };

/** A run, or a host job of one, whose lease a worker holds. */
export interface LeasedWork {
  readonly job: JobTry;
  readonly lease: RunLease;
  readonly clusterRunId: string;
  /** With a reason, the run pauses; without one, another worker continues it. */
  pause(reason?: string): void;
  /** Stores the progress, if commits do not. */
  report?(): Promise<void>;
}

/** What a worker gives to the work on its jobs. */
export interface WorkerContext {
  readonly cluster: ClusterStore;
  readonly jobs: RunJobs;
  readonly node: NodeFacts;
  readonly hostLeases: ProcessHostLeases;
  readonly claims: SharedClaims;
  /** What runs use besides the database. */
  readonly dependencies: Omit<RunDependencies, 'store' | 'hostLeases'>;
  readonly onEvent: (event: WorkerEvent) => void;
  /** Whether the worker is about to stop; others continue its work. */
  readonly isStopping: () => boolean;
  /**
   * Called with work whose workers were lost so often that it is given up if this one is lost too. The worker takes nothing else until the work has
   * stored a visit or ends, so that nothing else is given up with it. False when there is such work already.
   */
  readonly tryAlone: (job: JobTry, hasStored: () => Promise<boolean>) => boolean;
  /** Called when work is leased: from now on the worker sends heartbeats for it. */
  readonly onLeased: (work: LeasedWork) => void;
}
