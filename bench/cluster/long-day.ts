import { setTimeout } from 'node:timers/promises';
import type { Figure } from '../figure.ts';
import { type BenchCluster, benchCluster, manyHosts } from './bench-cluster.ts';
import { memoryOf } from './process-facts.ts';

const PROJECTS = 12;

interface Sample {
  readonly server: number;
  readonly workers: number;
  readonly connections: number;
  readonly dead: number;
}

/** As many visits as fit into some minutes: what grows, and what does not. The first quarter is for warming up. */
export async function longDay(minutes: number): Promise<readonly Figure[]> {
  const site = await manyHosts(PROJECTS, 40, 0);
  const cluster = await benchCluster();
  try {
    for (const [number, origin] of site.origins.entries())
      await cluster.ask('POST', '/api/projects', {
        file: JSON.stringify({ name: `p${number}`, source: `${origin}/0` }),
      });
    await cluster.addWorkers(2);
    const end = performance.now() + minutes * 60_000;
    const warm = performance.now() + minutes * 15_000;
    const running = Array.from({ length: PROJECTS }, (_, number) => runOn(cluster, `p${number}`, end));
    await setTimeout(warm - performance.now());
    const before = await sample(cluster);
    await Promise.all(running);
    await cluster.rows('VACUUM');
    const after = await sample(cluster);
    const [row] = await cluster.rows<{ visits: string; runs: string }>(
      'SELECT (SELECT count(*) FROM visit) AS visits, (SELECT count(*) FROM run) AS runs',
    );
    const visits = Number(row?.visits);
    const grown = (name: keyof Sample, unit: string, most: number): Figure => ({
      name: `${name}: growth`,
      value: after[name] - before[name],
      unit,
      floor: { atMost: most },
      note: `${before[name].toFixed(0)} after ${(minutes / 4).toFixed(1)} min, ${after[name].toFixed(0)} after ${minutes} min`,
    });
    return [
      { name: 'visits', value: visits, unit: 'visits', floor: null, note: `${row?.runs} runs` },
      grown('server', 'MB', 60),
      grown('workers', 'MB', 120),
      grown('connections', 'connections', 0),
      {
        name: 'dead rows after vacuum',
        value: after.dead,
        unit: 'rows',
        floor: { atMost: visits / 100 },
        note: `${before.dead} before`,
      },
    ];
  } finally {
    await cluster.close();
    site.close();
  }
}

/** One run after the other, until the time is over. */
async function runOn({ server }: BenchCluster, project: string, end: number): Promise<void> {
  while (performance.now() < end) {
    await server.ask('POST', `/api/projects/${project}/runs`, {});
    await setTimeout(100);
  }
}

async function sample({ server, workers, rows }: BenchCluster): Promise<Sample> {
  const [row] = await rows<{ connections: string; dead: string }>(
    `SELECT (SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()) AS connections,
      (SELECT sum(n_dead_tup) FROM pg_stat_user_tables) AS dead`,
  );
  return {
    server: memoryOf(server.pid),
    workers: workers.reduce((sum, { pid }) => sum + memoryOf(pid), 0),
    connections: Number(row?.connections),
    dead: Number(row?.dead),
  };
}
