import { sql } from 'kysely';
import { wholeRunLedger } from '../../../crawl/tables/run-ledger.ts';
import { assembleStore } from '../../../database/assemble-store.ts';
import { databaseNow } from '../../../database/postgres/database-now.ts';
import { currentPostgres } from '../../../database/postgres/open-postgres.ts';
import { postgresBodies } from '../../../database/postgres/postgres-bodies.ts';
import { type WriteLease, withRetries } from '../../../database/postgres/write-lease.ts';
import type { ProjectClaim, Store, StoreView } from '../../../database/store.ts';
import type { SharedStoreOptions } from '../../../database/store-options.ts';
import { loadParts } from '../../../database/store-part.ts';
import { idBlocks } from '../../../database/tables/id-block.ts';
import type { BatchPlace } from './batch-numbers.ts';
import { endHostJob, sumHostJobs } from './end-host-job.ts';
import { fencedDatabase } from './fenced-database.ts';
import { COMMITS_EVERY, GroupCommits } from './group-commits.ts';
import { type HandedRuns, handedRuns } from './handed-runs.ts';
import { grantPages } from './host-job-grants.ts';
import { hostJobLedger } from './host-job-ledger.ts';
import type { HostJobEnd, HostJobProgress, HostJobQueue } from './host-job-records.ts';
import { type HostJobs, hostJobs } from './host-jobs.ts';
import { type HostLeases, hostLeases } from './host-leases.ts';
import { type JobQueues, jobQueues } from './job-queues.ts';
import { type Nodes, nodes } from './nodes.ts';
import { openHostJobs } from './open-host-jobs.ts';
import type { HostJobPlace } from './open-hosts.ts';
import { sweepCluster } from './sweep.ts';

/** What the machines of a cluster share. */
export interface ClusterStore {
  readonly store: Store;
  readonly nodes: Nodes;
  readonly handed: HandedRuns;
  readonly queues: JobQueues;
  readonly hostJobs: HostJobs;
  readonly leases: HostLeases;
  /** What the worker of one run writes to. `batch` is the number of the last transaction that was committed for it. */
  forRun(handedId: string, batch: number, lease: WriteLease): FencedRun;
  /** What the worker of a host job writes to. */
  forHostJob(place: HostJobPlace, batch: number, lease: WriteLease, sides: SidesOfHostJob): FencedHostJob;
  /** The right to write host jobs of a project, at the same time as others who have it; keeps off everybody else. Throws STORE_LOCKED. */
  claimTogether(projectId: number): Promise<ProjectClaim>;
  /** The time of the database in milliseconds since 1970, which all machines share. */
  now(): Promise<number>;
  /** Removes what nobody needs any more. Called now and then, by anybody. */
  sweep(): Promise<void>;
  close(): Promise<void>;
}

/** Everything here is written only while the lease holds, and waits for a server that is away. */
export interface FencedRun {
  readonly store: Store;
  /** Opens a host job for each host that has pages to visit. Returns how many there are. */
  openHostJobs(runId: number, jobs: HostJobQueue): Promise<number>;
  /** Adds what the host jobs have counted to the run. */
  sumHostJobs(runId: number, isFinished: boolean): Promise<void>;
}

/** What the store asks of the worker of a host job. */
interface SidesOfHostJob {
  readonly jobs: HostJobQueue;
  /** How far it is: stored with every commit. */
  readonly progress: () => HostJobProgress;
}

export interface FencedHostJob {
  /** Shows the queue, the offers and the known pages of its host only. */
  readonly store: Store;
  /** 'goes on' when something waits for the host job that seemed to be done. */
  end(how: { readonly end: HostJobEnd; readonly progress: HostJobProgress }): Promise<'ended' | 'goes on'>;
  /** Lets it visit some of the pages that the limit of the run leaves; 0 when none are left. */
  grant(limit: number): Promise<number>;
}

/** Throws what `openStore` throws. */
export async function openClusterStore(options: SharedStoreOptions): Promise<ClusterStore> {
  const database = await currentPostgres({
    ...options,
    kind: 'postgres',
    access: 'write',
    command: 'tidemark worker',
    isWorker: true,
  });
  const parts = await loadParts();
  const kept = postgresBodies(database, options.bodies);
  const { onPoint } = options;
  const group = new GroupCommits(database);
  // One block for all runs and host jobs: a few pages of each would use up many.
  const [pageIds, changeIds] = [idBlocks(database, 'page'), idBlocks(database, 'page_change')];
  const fencedBy = (lease: WriteLease, place: BatchPlace, last: number) => {
    const fenced = fencedDatabase(database, { lease, place, last, group });
    const storeOf = (view: Pick<StoreView, 'host' | 'ledger'>): Store => ({
      ...assembleStore(parts, fenced, kept.forWorker(fenced, lease), {
        onPoint,
        view: {
          ...view,
          pageIds: { take: (count) => withRetries(lease, () => pageIds.take(count)) },
          changeIds: { take: (count) => withRetries(lease, () => changeIds.take(count)) },
          commitsEvery: COMMITS_EVERY,
        },
      }),
      close: async () => undefined,
    });
    return { fenced, storeOf };
  };
  return {
    store: assembleStore(parts, database, kept.bodies, { onPoint }),
    nodes: nodes(database, parts),
    handed: handedRuns(database),
    queues: jobQueues(database),
    hostJobs: hostJobs(database),
    leases: hostLeases(database),
    forRun(handedId, batch, lease) {
      const { fenced, storeOf } = fencedBy(lease, { kind: 'run', jobId: handedId }, batch);
      return {
        store: storeOf({ host: null, ledger: wholeRunLedger }),
        openHostJobs: (runId, jobs) => openHostJobs(fenced, { handedId, runId }, jobs),
        sumHostJobs: (runId, isFinished) => sumHostJobs(fenced, runId, isFinished),
      };
    },
    forHostJob(place, batch, lease, { jobs, progress }) {
      const { fenced, storeOf } = fencedBy(lease, { kind: 'share', ...place }, batch);
      return {
        store: storeOf({ host: place.host, ledger: hostJobLedger(place, jobs.sendHostJobs, progress) }),
        end: (how) => endHostJob(fenced, place, how, jobs.sendFinish),
        grant: (limit) => grantPages(fenced, place, limit),
      };
    },
    claimTogether: (projectId) => database.claim(projectId, 'together'),
    async now() {
      const { rows } = await database.read((db) =>
        sql<{ now: number }>`select ${databaseNow} as now`.execute(db),
      );
      return rows[0]?.now ?? Date.now();
    },
    sweep: () => sweepCluster(database),
    async close() {
      kept.close();
      await database.close();
    },
  };
}
