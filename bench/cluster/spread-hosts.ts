import { setTimeout } from 'node:timers/promises';
import type { Figure } from '../figure.ts';
import { type BenchCluster, benchCluster, manyHosts } from './bench-cluster.ts';
import { processorMsOf } from './process-facts.ts';

interface Speed {
  readonly pagesASecond: number;
  /** Processor time of PostgreSQL for each page. */
  readonly processorMs: number;
}

/** Slow hosts with 1, 2 and 4 workers: how much faster it gets, and what PostgreSQL has to do for it. */
export async function spreadHosts(
  hosts: number,
  pages: number,
  inOneProject: boolean,
): Promise<readonly Figure[]> {
  const site = await manyHosts(hosts, pages, 500);
  const cluster = await benchCluster();
  try {
    const speeds = new Map<number, Speed>();
    for (const workers of [1, 2, 4]) {
      const projects = await addProjects(cluster, site.origins, inOneProject, `with ${workers}`);
      await cluster.addWorkers(workers);
      speeds.set(workers, await measure(cluster, projects, hosts * pages));
      await cluster.endWorkers();
    }
    return figuresOf(speeds, hosts);
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

async function measure(cluster: BenchCluster, projects: readonly string[], pages: number): Promise<Speed> {
  const pid = await cluster.postgres.pid();
  const [before, started] = [processorMsOf(pid), performance.now()];
  // Whoever starts a run waits until a worker has begun with it, or is told that it waits.
  await Promise.all(
    projects.map((name) => cluster.server.ask('POST', `/api/projects/${encodeURIComponent(name)}/runs`, {})),
  );
  for (;;) {
    const [row] = await cluster.rows<{ visits: string; open: string }>(
      `SELECT (SELECT count(*) FROM visit JOIN run ON run.id = run_id JOIN project ON project.id = project_id
          WHERE name = ANY ('{${projects.map((name) => `"${name}"`).join(',')}}')) AS visits,
        (SELECT count(*) FROM handed_run WHERE ending IS NULL) AS open`,
    );
    if (Number(row?.visits) >= pages && Number(row?.open) === 0) break;
    await setTimeout(250);
  }
  const seconds = (performance.now() - started) / 1000;
  return { pagesASecond: pages / seconds, processorMs: (processorMsOf(pid) - before) / pages };
}

function figuresOf(speeds: ReadonlyMap<number, Speed>, hosts: number): readonly Figure[] {
  const one = speeds.get(1)?.pagesASecond ?? 1;
  const wanted: Readonly<Record<number, number>> = { 2: 1.8, 4: 3.2 };
  return [...speeds].flatMap(([workers, { pagesASecond, processorMs }]): Figure[] => [
    {
      name: `${hosts} hosts, ${workers} ${workers === 1 ? 'worker' : 'workers'}`,
      value: pagesASecond / one,
      unit: 'times',
      floor: wanted[workers] === undefined ? null : { atLeast: wanted[workers] },
      note: `${pagesASecond.toFixed(1)} pages a second`,
    },
    {
      name: `  PostgreSQL for a page`,
      value: processorMs,
      unit: 'ms',
      floor: { atMost: 0.6 },
      note: 'processor time of all its processes',
    },
  ]);
}
