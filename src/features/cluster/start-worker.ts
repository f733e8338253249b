import type { Config } from '../../config/index.ts';
import { hasOtherKey, storedSecrets } from '../../crawl/projects/stored-secrets.ts';
import type { RunDependencies } from '../../crawl/run/run-request.ts';
import { type Clock, systemClock } from '../../crawl/site/allowed-hours.ts';
import { type DataPlace, placeOfBodies, requireBodies } from '../../database/open-data-folder.ts';
import type { WorkInThread } from '../feature.ts';
import { ClusterError } from './errors.ts';
import { RunJobs } from './run-jobs.ts';
import { RunWorker, type RunWorkerOptions } from './run-worker.ts';
import { SpareTime } from './spare-time.ts';
import { type ClusterStore, openClusterStore } from './tables/open-cluster-store.ts';
import { machineLoad, type NodeFacts, thisNode } from './worker-context.ts';

interface WorkerOptions extends Pick<RunWorkerOptions, 'most' | 'mostHosts' | 'mayTake' | 'onEvent'> {
  readonly config: Config;
  /** Default: a worker. */
  readonly kind?: NodeFacts['kind'];
  /** Whether it helps with calibrations in spare time. Default: no. */
  readonly helpsWithGrids?: boolean;
  /** What runs use besides the database. Default: what a worker has. */
  readonly dependencies?: Omit<RunDependencies, 'store' | 'config'>;
}

export interface StartedWorker {
  readonly node: NodeFacts;
  /** Pauses the runs, which other workers continue. */
  stop(): void;
  /** Rejects when the worker cannot continue. */
  readonly ended: Promise<void>;
}

/** Throws CLUSTER_NEEDS_POSTGRES, and what opening the database and finding the storage of bodies throws. */
export async function startWorker(options: WorkerOptions): Promise<StartedWorker> {
  const { config, kind = 'worker', onEvent, helpsWithGrids = false, dependencies } = options;
  await requireBodies(config);
  const cluster = await openCluster(config);
  try {
    const reportTrouble = ({ message }: Error) => onEvent({ event: 'trouble', message });
    const jobs = await RunJobs.open(config.databaseUrl, reportTrouble);
    const node = thisNode(kind);
    if (await hasOtherKey(cluster.store, config)) reportTrouble(keyNotShared('This worker'));
    const worker = new RunWorker({
      ...options,
      cluster,
      jobs,
      node,
      spareTime: helpsWithGrids ? new SpareTime(cluster.store, onEvent) : null,
      dependencies: {
        clock: await sharedClock(cluster),
        storedSecret: storedSecrets(cluster.store, config).find,
        ...dependencies,
        config,
      },
    });
    // Otherwise the first runs would wait for these: a worker that has just started continues what another left behind.
    await Promise.all([
      import('../../crawl/projects/project-file.ts'),
      import('../../crawl/projects/operator-trust.ts'),
    ]);
    // Done before it reports that it works: the server gives runs only to workers that it sees.
    await cluster.nodes.join({ ...node, load: machineLoad() });
    const ended = worker.work().finally(async () => {
      await jobs.close();
      await cluster.close();
    });
    return { node, stop: () => worker.stop(), ended };
  } catch (error) {
    await cluster.close();
    throw error;
  }
}

/** In a thread of the server: works on runs whose workers are gone. */
export async function takeClusterRuns({
  context,
  given,
  signal,
  tell,
  mayTake,
  onStop,
}: WorkInThread): Promise<null> {
  const { store: _, config, ...dependencies } = context;
  const { most } = given as { readonly most: number };
  const worker = await startWorker({
    config,
    kind: 'server',
    most,
    mayTake,
    dependencies,
    onEvent: (event) => {
      if (event.event === 'trouble') tell({ trouble: event.message });
    },
  });
  onStop(() => worker.stop());
  if (signal.aborted) worker.stop();
  await worker.ended;
  return null;
}

/** How often the clock of the database is read, in milliseconds. */
const READ_CLOCK = 60_000;

/**
 * The clock of the database, read every minute; the monotonic clock counts in between. When the clock of a machine was an hour ahead, even for a short
 * time, messages about its runs waited for an hour.
 */
async function sharedClock({ now }: Pick<ClusterStore, 'now'>): Promise<Clock> {
  const read = async () => {
    const asked = performance.now();
    const time = await now();
    return { time, at: (asked + performance.now()) / 2 };
  };
  let last = await read();
  let isReading = false;
  const readAgain = async () => {
    isReading = true;
    // The database may be unavailable for a while; until then the monotonic clock is accurate enough.
    last = await read().catch(() => last);
    isReading = false;
  };
  return {
    ...systemClock,
    now: () => {
      const since = performance.now() - last.at;
      if (since > READ_CLOCK && !isReading) void readAgain();
      return Math.floor(last.time + since);
    },
  };
}

/** Runs that need a stored secret fail at `who`. Reported at the start, before the first of them fails. */
export const keyNotShared = (who: string): ClusterError =>
  new ClusterError(
    'CLUSTER_KEY_NOT_SHARED',
    `${who} cannot read the stored secrets, because the key is not the same: set TIDEMARK_SECRET_KEY to one key for the server and all workers. "tidemark secrets key" prints a new one, and "tidemark secrets rotate" on the server's machine encrypts what is stored with it.`,
  );

/** Throws CLUSTER_NEEDS_POSTGRES. */
export async function openCluster(config: DataPlace): Promise<ClusterStore> {
  if (config.databaseUrl === '')
    throw new ClusterError(
      'CLUSTER_NEEDS_POSTGRES',
      'Machines can only share a PostgreSQL database. Set DATABASE_URL to the one that the server uses: postgres://user:password@host:5432/name.',
    );
  const bodies = placeOfBodies(config);
  return openClusterStore({ url: config.databaseUrl, ...(bodies !== null && { bodies }) });
}
