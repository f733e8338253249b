import { sql } from 'kysely';
import { assembleStore } from '../../../database/assemble-store.ts';
import type { Database } from '../../../database/database.ts';
import { databaseNow } from '../../../database/postgres/database-now.ts';
import { currentPostgres } from '../../../database/postgres/open-postgres.ts';
import { postgresBodies } from '../../../database/postgres/postgres-bodies.ts';
import { type WriteLease, withRetries } from '../../../database/postgres/write-lease.ts';
import type { Store, StoreView } from '../../../database/store.ts';
import type { SharedStoreOptions } from '../../../database/store-options.ts';
import { loadParts } from '../../../database/store-part.ts';
import { idBlocks } from '../../../database/tables/id-block.ts';
import { NODE_KEPT } from '../lease-times.ts';
import { clusterRuns } from './cluster-runs.ts';
import type { HostJobProgress } from './cluster-tables.ts';
import type { WriterRow } from './commit-numbers.ts';
import { allotPages, endHostJob, type HostJobEnd, sumHostJobs } from './end-host-job.ts';
import { fencedDatabase } from './fenced-database.ts';
import { COMMITS_EVERY, GroupCommits } from './group-commits.ts';
import { hostJobLedger } from './host-job-ledger.ts';
import { hostJobs } from './host-jobs.ts';
import { hostLeaseTable } from './host-lease-table.ts';
import { jobQueues } from './job-queues.ts';
import { nodes } from './nodes.ts';
import { type HostJobKey, type HostJobQueue, openHostJobs } from './open-host-jobs.ts';
import { clusterRunLedger, type TriedJob } from './stored-try.ts';

/** The store that the machines of a cluster share. */
export type ClusterStore = Awaited<ReturnType<typeof openClusterStore>>;
export type FencedRun = ReturnType<ClusterStore['forRun']>;
export type FencedHostJob = ReturnType<ClusterStore['forHostJob']>;

/** What the store of a host job needs from its worker. */
interface HostJobContext {
  readonly jobs: HostJobQueue;
  /** Stored with every commit. */
  readonly progress: () => HostJobProgress;
  /** The try that writes. */
  readonly job: TriedJob;
}

/** Throws what `openStore` throws. */
export async function openClusterStore(options: SharedStoreOptions) {
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
  // All runs and host jobs share one block of ids: separate blocks for a few pages each would waste many ids.
  const [pageIds, changeIds] = [idBlocks(database, 'page'), idBlocks(database, 'page_change')];
  const fencedBy = (lease: WriteLease, writer: WriterRow, last: number) => {
    const fenced = fencedDatabase(database, { lease, writer, last, group });
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
    runs: clusterRuns(database),
    queues: jobQueues(database),
    hostJobs: hostJobs(database),
    hostLeases: hostLeaseTable(database),
    /** The store of the worker of one run; writes only while the worker has the lease. `last` is the number of the last commit. */
    forRun(clusterRunId: string, last: number, lease: WriteLease, job: TriedJob) {
      const { fenced, storeOf } = fencedBy(lease, { kind: 'run', jobId: clusterRunId }, last);
      return {
        store: storeOf({ host: null, ledger: clusterRunLedger(clusterRunId, job) }),
        openHostJobs: (runId: number, jobs: HostJobQueue) =>
          openHostJobs(fenced, { clusterRunId, runId }, jobs),
        sumHostJobs: (runId: number, isFinished: boolean) => sumHostJobs(fenced, runId, isFinished),
      };
    },
    /** The store of the worker of a host job; writes only while the worker has the lease. */
    forHostJob(key: HostJobKey, last: number, lease: WriteLease, { jobs, progress, job }: HostJobContext) {
      const { fenced, storeOf } = fencedBy(lease, { kind: 'host-job', ...key }, last);
      return {
        /** Shows the queue, the offers and the known pages of its host only. */
        store: storeOf({ host: key.host, ledger: hostJobLedger(key, jobs.sendHostJobs, progress, job) }),
        end: (how: { readonly end: HostJobEnd; readonly progress: HostJobProgress }) =>
          endHostJob(fenced, key, how, jobs.sendFinish),
        allotPages: (limit: number) => allotPages(fenced, key, limit),
      };
    },
    /** The right to write host jobs of a project, shared with other workers; excludes all other writers. Throws STORE_LOCKED. */
    claimTogether: (projectId: number) => database.claim(projectId, 'together'),
    /** The time of the database in milliseconds since 1970, which all machines share. */
    async now(): Promise<number> {
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

/** Ended runs and hosts without requests are deleted after this long, in milliseconds. */
const KEPT = { run: 24 * 3_600_000, host: 3_600_000 };

/** Removes rows that are no longer needed. Any node may do it. */
export async function sweepCluster(database: Database): Promise<void> {
  await database.write(async ({ db }) => {
    await sql`delete from cluster_run where ended_at < ${databaseNow} - ${KEPT.run}`.execute(db);
    await sql`delete from node where seen_at < ${databaseNow} - ${NODE_KEPT}`.execute(db);
    // In the same order as renewals. Locked rows are in use.
    await sql`delete from host_lease where host in (
      select host from host_lease where greatest(expires_at, next_at, wanted_until) < ${databaseNow} - ${KEPT.host}
      order by host for update skip locked)`.execute(db);
    for (const table of ['host_job', 'host_job_work', 'host_job_left_out', 'offer'])
      await sql`delete from ${sql.id(table)} where run_id not in (select id from run)`.execute(db);
  });
}
