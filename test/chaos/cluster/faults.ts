import { setTimeout } from 'node:timers/promises';
import type { Random } from '../../sites/session-sites/random.ts';
import { asksUntil, type ChaosWorker, type ClusterForChaos } from './cluster-for-chaos.ts';

/** One thing that goes wrong while runs are under way. */
export interface ClusterFault {
  readonly says: string;
  /** How long it lasts, in milliseconds: runs cannot go on before. */
  readonly lasts: number;
  /** The runs are paused meanwhile: their end counts only when it is over. */
  readonly pausesRuns?: boolean;
  /** Before the runs start. */
  prepare?(cluster: ClusterForChaos): Promise<void>;
  /** Returns when it is over; not when all is well again. */
  inflict(cluster: ClusterForChaos, random: Random): Promise<void>;
  /** After the round was judged. */
  recover?(cluster: ClusterForChaos): Promise<void>;
}

/** Longer than a lease lasts, and than another worker may need to take over, in milliseconds. */
const STANDSTILL = 20_000;
const HOUR = 3_600_000;

/** Who wrote pages last: the one whose failure hurts. */
function busiest({ workers }: ClusterForChaos): ChaosWorker {
  const [first] = workers.toSorted((a, b) => b.connections.wroteAt - a.connections.wroteAt);
  if (first === undefined) throw new Error('no worker is left');
  return first;
}

async function replace(cluster: ClusterForChaos, worker: ChaosWorker, clockOff = 0): Promise<void> {
  await cluster.removeWorker(worker, 'SIGKILL');
  await cluster.addWorker(clockOff);
}

async function away(cluster: ClusterForChaos, ms: number): Promise<void> {
  await cluster.postgres.halt();
  await setTimeout(ms);
  await cluster.postgres.start();
}

const good = (status: number): true | null => (status < 300 ? true : null);

function lastRun(status: number, answer: unknown): number | null {
  if (status !== 200) return null;
  return (answer as { items: readonly { number: number }[] }).items[0]?.number ?? null;
}

function stateOfEnded(status: number, answer: unknown): string | null {
  const { state } = answer as { state: string };
  return status === 200 && state !== 'running' ? state : null;
}

export const clusterFaults = {
  kill: {
    says: 'a worker is killed (kill -9)',
    lasts: 0,
    inflict: (cluster) => replace(cluster, busiest(cluster)),
  },
  standstill: {
    says: 'a worker stands still for 20 s (SIGSTOP, SIGCONT)',
    lasts: 0,
    async inflict(cluster) {
      const { process } = busiest(cluster);
      process.send('SIGSTOP');
      await setTimeout(STANDSTILL);
      process.send('SIGCONT');
    },
  },
  'standstill-in-commit': {
    says: 'a worker stands still for 20 s inside a transaction',
    lasts: 0,
    async inflict(cluster) {
      const stopped = Promise.withResolvers<void>();
      const { process, connections } = busiest(cluster);
      connections.atNextWrite(() => {
        process.send('SIGSTOP');
        stopped.resolve();
      });
      await Promise.race([stopped.promise, setTimeout(STANDSTILL)]);
      await setTimeout(STANDSTILL);
      process.send('SIGCONT');
    },
  },
  'database-away': {
    says: 'PostgreSQL is stopped for 10 s',
    lasts: 10_000,
    inflict: (cluster) => away(cluster, 10_000),
  },
  'database-away-long': {
    says: 'PostgreSQL is stopped for 60 s',
    lasts: 60_000,
    inflict: (cluster) => away(cluster, 60_000),
  },
  'database-killed': {
    says: 'PostgreSQL is killed (kill -9), and started again',
    lasts: 0,
    async inflict({ postgres }) {
      await postgres.kill();
      await postgres.start();
    },
  },
  'lost-commit': {
    says: 'the connection breaks at COMMIT, before it or after it',
    lasts: 0,
    async inflict(cluster, random) {
      const cut = Promise.withResolvers<void>();
      const when = random.chance(0.5) ? 'before' : 'after';
      busiest(cluster).connections.cutAtNextCommit(when, cut.resolve);
      await Promise.race([cut.promise, setTimeout(STANDSTILL)]);
    },
  },
  'cut-from-database': {
    says: 'a worker does not reach PostgreSQL for 20 s',
    lasts: 0,
    async inflict(cluster) {
      const { connections } = busiest(cluster);
      connections.cut();
      await setTimeout(STANDSTILL);
      connections.restore();
    },
  },
  'paused-and-killed': {
    says: 'runs are paused while their worker is killed, and resumed',
    lasts: 0,
    pausesRuns: true,
    async inflict(cluster) {
      const giveUp = AbortSignal.timeout(60_000);
      const paths = await Promise.all(
        [...cluster.projects.keys()].map(async (project) => {
          const of = `/api/projects/${project}/runs`;
          const number = await asksUntil(cluster.server, ['GET', `${of}?limit=1`], lastRun, giveUp);
          return `${of}/${number}`;
        }),
      );
      const stopping = paths.map((path) => cluster.server.ask('POST', `${path}/stop`));
      const replaced = replace(cluster, busiest(cluster));
      // Whoever takes over pauses them: in time, or they stay paused, and that is the fault.
      const inTime = AbortSignal.timeout(STANDSTILL);
      await Promise.all(stopping);
      await Promise.all(
        paths.map(async (path) => {
          if ((await asksUntil(cluster.server, ['GET', path], stateOfEnded, inTime)) === 'paused')
            await asksUntil(cluster.server, ['POST', `${path}/resume`], good, giveUp);
        }),
      );
      await replaced;
    },
  },
  'cut-from-site': {
    says: 'the site is out of reach for 4 s',
    lasts: 4000,
    async inflict({ site }) {
      site.cut();
      await setTimeout(4000);
      site.restore();
    },
  },
  clock: {
    says: 'clocks of workers are off by an hour, and the run goes from one to the other',
    lasts: 0,
    async prepare(cluster) {
      const [first, second] = cluster.workers;
      if (first !== undefined) await replace(cluster, first, HOUR);
      if (second !== undefined) await replace(cluster, second, -HOUR);
    },
    inflict: (cluster) => replace(cluster, busiest(cluster)),
    async recover(cluster) {
      for (const worker of [...cluster.workers]) await replace(cluster, worker);
    },
  },
} as const satisfies Readonly<Record<string, ClusterFault>>;

export type ClusterFaultName = keyof typeof clusterFaults;
