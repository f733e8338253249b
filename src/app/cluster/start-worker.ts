import { ClusterError, RunJobs } from '../../cluster/index.ts';
import type { Config } from '../../config/index.ts';
import { type ClusterStore, openSharedStore } from '../../store/index.ts';
import { type DataPlace, placeOfBodies, requireBodies } from '../open-data-folder.ts';
import { storedSecrets } from '../projects/stored-secrets.ts';
import type { RunSurroundings } from '../run/run-request.ts';
import type { WorkerEvent } from './held-work.ts';
import { machineLoad, type NodeFacts, thisNode } from './node-facts.ts';
import { RunWorker } from './run-worker.ts';
import { sharedClock } from './shared-clock.ts';
import { SpareTime } from './spare-time.ts';

export interface WorkerOptions {
  readonly config: Config;
  /** Runs at the same time. */
  readonly most: number;
  /** Hosts of shared runs at the same time. Default: four for each run. */
  readonly mostHosts?: number | undefined;
  readonly onEvent: (event: WorkerEvent) => void;
  /** What runs use besides the database; for tests. */
  readonly surroundings?: Omit<RunSurroundings, 'store' | 'config'>;
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
  const { config, most, mostHosts, onEvent, surroundings } = options;
  await requireBodies(config);
  const cluster = await openCluster(config);
  try {
    const tellTrouble = ({ message }: Error) => onEvent({ event: 'trouble', message });
    const jobs = await RunJobs.open(config.databaseUrl, tellTrouble);
    const node = thisNode('worker');
    const worker = new RunWorker({
      ...{ cluster, jobs, node, most, onEvent, ...(mostHosts !== undefined && { mostHosts }) },
      spareTime: new SpareTime(cluster.store, onEvent),
      surroundings: {
        clock: await sharedClock(cluster),
        ...surroundings,
        config,
        storedSecret: storedSecrets(cluster.store, config).find,
      },
    });
    // The first runs would wait for these: a worker that has just started goes on with what another has left behind.
    await Promise.all([import('../projects/project-file.ts'), import('../projects/operator-trust.ts')]);
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

/** What the machines of a cluster share. Throws CLUSTER_NEEDS_POSTGRES. */
export async function openCluster(config: DataPlace): Promise<ClusterStore> {
  if (config.databaseUrl === '')
    throw new ClusterError(
      'CLUSTER_NEEDS_POSTGRES',
      'Machines can only share a PostgreSQL database. Set DATABASE_URL to the one that the server uses: postgres://user:password@host:5432/name.',
    );
  const bodies = placeOfBodies(config);
  return openSharedStore({ url: config.databaseUrl, ...(bodies !== null && { bodies }) });
}
