import { setTimeout } from 'node:timers/promises';
import type { Figure } from '../figure.ts';
import { type BenchCluster, benchCluster, manyHosts } from './bench-cluster.ts';
import { processorMsOf } from './process-facts.ts';

/** Of a host, in milliseconds. */
const ANSWER = 500;
/** Hosts, or runs, that a worker has at the same time: 40 hosts keep four workers busy, and every number of workers below that as long as it takes. */
const AT_ONCE = 10;
/** How long is watched what PostgreSQL does while nothing is to be done, in milliseconds. */
const IDLE = 10_000;

interface Speed {
  readonly pagesASecond: number;
  /** Processor time of PostgreSQL for each page, with what it takes when nothing is to be done. */
  readonly processorMs: number;
  /** Transactions for each page, with those that look for something to do. */
  readonly transactions: number;
}

/** Slow hosts with 1, 2 and 4 workers: how much faster it gets, and what PostgreSQL has to do for it. */
export async function spreadHosts(
  hosts: number,
  pages: number,
  inOneProject: boolean,
): Promise<readonly Figure[]> {
  const site = await manyHosts(hosts, pages, ANSWER);
  const cluster = await benchCluster();
  try {
    const speeds = new Map<number, Speed>();
    // Later the server would still be busy with the pages of the run before: it makes them searchable.
    const idleMs = await idleOf(cluster);
    for (const workers of [1, 2, 4]) {
      const projects = await addProjects(cluster, site.origins, inOneProject, `with ${workers}`);
      await cluster.addWorkers(workers, [inOneProject ? '--hosts' : '--runs', String(AT_ONCE)]);
      speeds.set(workers, await measure(cluster, projects, hosts * pages));
      await cluster.endWorkers();
    }
    return figuresOf(speeds, hosts, idleMs);
  } finally {
    await cluster.close();
    site.close();
  }
}

async function addProjects(
  { ask }: BenchCluster,
  origins: readonly string[],
  inOneProject: boolean,
  mark: string,
): Promise<readonly string[]> {
  const groups = inOneProject ? [origins] : origins.map((origin) => [origin]);
  const names: string[] = [];
  for (const [number, group] of groups.entries()) {
    const name = `${number} ${mark}`;
    const crawl = { scope: group.map((origin) => `${origin}/`) };
    await ask('POST', '/api/projects', {
      file: JSON.stringify({ name, source: `${group[0]}/0`, crawl, limits: { concurrency: 1 } }),
    });
    names.push(name);
  }
  return names;
}

/** Processor time of PostgreSQL in milliseconds for each second, with a server that has nothing to do. */
async function idleOf({ postgres }: BenchCluster): Promise<number> {
  const pid = await postgres.pid();
  const [before, started] = [processorMsOf(pid), performance.now()];
  await setTimeout(IDLE);
  return (processorMsOf(pid) - before) / ((performance.now() - started) / 1000);
}

async function measure(cluster: BenchCluster, projects: readonly string[], pages: number): Promise<Speed> {
  const pid = await cluster.postgres.pid();
  const visitsBefore = await count(cluster, 'SELECT count(*) FROM visit');
  const transactionsBefore = await transactionsOf(cluster);
  const [before, started] = [processorMsOf(pid), performance.now()];
  // The start of a run returns when a worker has begun, or when the run waits.
  await Promise.all(
    projects.map((name) => cluster.server.ask('POST', `/api/projects/${encodeURIComponent(name)}/runs`, {})),
  );
  while ((await count(cluster, 'SELECT count(*) FROM cluster_run WHERE ending IS NULL')) > 0)
    await setTimeout(250);
  const seconds = (performance.now() - started) / 1000;
  const spent = processorMsOf(pid) - before;
  const visited = (await count(cluster, 'SELECT count(*) FROM visit')) - visitsBefore;
  if (visited !== pages) throw new Error(`${visited} pages were visited, and not ${pages}`);
  return {
    pagesASecond: pages / seconds,
    processorMs: spent / pages,
    transactions: ((await transactionsOf(cluster)) - transactionsBefore) / pages,
  };
}

const count = async ({ rows }: BenchCluster, sql: string): Promise<number> =>
  Number((await rows<{ count: string }>(sql))[0]?.count);

const transactionsOf = (cluster: BenchCluster): Promise<number> =>
  count(
    cluster,
    'SELECT xact_commit + xact_rollback AS count FROM pg_stat_database WHERE datname = current_database()',
  );

function figuresOf(speeds: ReadonlyMap<number, Speed>, hosts: number, idleMs: number): readonly Figure[] {
  const one = speeds.get(1)?.pagesASecond ?? 1;
  const wanted: Readonly<Record<number, number>> = { 2: 1.8, 4: 3.2 };
  return [...speeds].flatMap(([workers, { pagesASecond, processorMs, transactions }]): Figure[] => [
    {
      name: `${hosts} hosts, ${workers} ${workers === 1 ? 'worker' : 'workers'}`,
      value: pagesASecond / one,
      unit: 'times',
      floor: wanted[workers] === undefined ? null : { atLeast: wanted[workers] },
      note: `${pagesASecond.toFixed(1)} pages a second, ${transactions.toFixed(2)} transactions a page`,
    },
    {
      name: `  PostgreSQL for a page`,
      value: processorMs,
      unit: 'ms',
      floor: { atMost: 0.6 },
      note: `processor time of all its processes; ${(idleMs / pagesASecond).toFixed(2)} of it is what it takes for a server without any work`,
    },
  ]);
}
