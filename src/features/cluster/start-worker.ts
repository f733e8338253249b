import type { Config } from '../../config/index.ts';
import { hasOtherKey, storedSecrets } from '../../crawl/projects/stored-secrets.ts';
import type { RunDependencies } from '../../crawl/run/run-request.ts';
import { type Clock, systemClock } from '../../crawl/site/allowed-hours.ts';
import { type DataPlace, placeOfBodies, requireBodies } from '../../database/open-data-folder.ts';
import { ClusterError } from './errors.ts';
import type { WorkerEvent } from './leased-work.ts';
import { machineLoad, type NodeFacts, thisNode } from './node-facts.ts';
import { RunJobs } from './run-jobs.ts';
import { RunWorker } from './run-worker.ts';
import { SpareTime } from './spare-time.ts';
import type { ClusterStore } from './tables/open-cluster-store.ts';
import { openClusterStore } from './tables/open-cluster-store.ts';

interface WorkerOptions {
  readonly config: Config;
  /** Runs at the same time. */
  readonly most: number;
  /** Hosts of shared runs at the same time. Default: four for each run. */
  readonly mostHosts?: number | undefined;
  readonly onEvent: (event: WorkerEvent) => void;
  /** Whether it helps with calibrations in spare time. Default: no. */
  readonly helpsWithGrids?: boolean;
  /** What runs use besides the database; for tests. */
  readonly dependencies?: Omit<RunDependencies, 'store' | 'config'>;
}

export interface StartedWorker {
  readonly node: NodeFacts;
  /** Pauses the runs; they go on elsewhere. */
  stop(): void;
  /** Rejects when the worker cannot go on. */
  readonly ended: Promise<void>;
}

/** Throws CLUSTER_NEEDS_POSTGRES, and what opening the database and looking for the place of bodies throws. */
export async function startWorker(options: WorkerOptions): Promise<StartedWorker> {
  const { config, most, mostHosts, onEvent, helpsWithGrids = false, dependencies } = options;
  await requireBodies(config);
  const cluster = await openCluster(config);
  try {
    const tellTrouble = ({ message }: Error) => onEvent({ event: 'trouble', message });
    const jobs = await RunJobs.open(config.databaseUrl, tellTrouble);
    const node = thisNode('worker');
    if (await hasOtherKey(cluster.store, config)) tellTrouble(keyNotShared('This worker'));
    const worker = new RunWorker({
      cluster,
      jobs,
      node,
      most,
      onEvent,
      ...(mostHosts !== undefined && { mostHosts }),
      ...(helpsWithGrids && { spareTime: new SpareTime(cluster.store, onEvent) }),
      dependencies: {
        clock: await sharedClock(cluster),
        ...dependencies,
        config,
        storedSecret: storedSecrets(cluster.store, config).find,
      },
    });
    // The first runs would wait for these: a worker that has just started goes on with what another has left behind.
    await Promise.all([
      import('../../crawl/projects/project-file.ts'),
      import('../../crawl/projects/operator-trust.ts'),
    ]);
    // Before anybody is told that it works: the server hands runs only to workers that it sees.
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

/** How often the clock of the database is read, in milliseconds. */
const READ_CLOCK = 60_000;

/**
 * The clock of the database, as this machine reads it now and then; in between the monotonic clock counts. When a machine's own clock was an hour ahead, also for
 * a while only, messages about its runs waited for an hour.
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
    // A database that is away comes back; until then the monotonic clock is good enough.
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

/** Runs that need a stored secret fail at `who`: better said at the start than by the first of them. */
export const keyNotShared = (who: string): ClusterError =>
  new ClusterError(
    'CLUSTER_KEY_NOT_SHARED',
    `${who} cannot read the stored secrets, because the key is not the same: set TIDEMARK_SECRET_KEY to one key for the server and all workers. "tidemark secrets key" prints a new one, and "tidemark secrets rotate" on the server's machine encrypts what is stored with it.`,
  );

/** What the machines of a cluster share. Throws CLUSTER_NEEDS_POSTGRES. */
export async function openCluster(config: DataPlace): Promise<ClusterStore> {
  if (config.databaseUrl === '')
    throw new ClusterError(
      'CLUSTER_NEEDS_POSTGRES',
      'Machines can only share a PostgreSQL database. Set DATABASE_URL to the one that the server uses: postgres://user:password@host:5432/name.',
    );
  const bodies = placeOfBodies(config);
  return openClusterStore({ url: config.databaseUrl, ...(bodies !== null && { bodies }) });
}
