import { setTimeout } from 'node:timers/promises';
import type { Figure } from '../figure.ts';
import { type BenchCluster, benchCluster, manyHosts } from './bench-cluster.ts';
import { type MemoryOfProcesses, memoryOfProcesses } from './memory-of-processes.ts';

/** Each visits one host. */
const SMALL_PROJECTS = 8;
/** Visits these hosts together: its runs are shared among the workers. */
const SHARED_HOSTS = 4;
const PAGES = 40;
/** How often is looked at what has grown, in milliseconds; each look collects garbage in all processes. */
const LOOK = 15_000;
/** What the middle and the last third may differ by: looks fall into different moments of runs. */
const MOST_GROWTH = { used: 8, resident: 40, connections: 2 };

/** Tables whose rows belong to what is under way: those of runs that have ended are gone. */
const PASSING = [
  'host_job',
  'host_job_work',
  'host_job_left_out',
  'offer',
  'host_lease',
  'node',
  'tidemark_jobs.job',
];
/** Runs that were handed over are kept for a minute after their end, so that their number follows the pace; older ones must not add up. */
const QUEUED_LONG_AGO = `cluster_run WHERE ended_at < (extract(epoch FROM clock_timestamp()) - 120) * 1000`;

/** What was seen at one moment, each figure under its name. */
type Look = ReadonlyMap<string, number>;

/** As many visits as fit into some minutes, and what grew: the last third is compared with the one before. */
export async function longDay(minutes: number, tell: (line: string) => void): Promise<readonly Figure[]> {
  const site = await manyHosts(SMALL_PROJECTS + SHARED_HOSTS, PAGES, 0);
  const memory = await memoryOfProcesses();
  const cluster = await benchCluster({ environment: memory.environment });
  try {
    const projects = await addProjects(cluster, site.origins);
    await cluster.addWorkers(2);
    const end = performance.now() + minutes * 60_000;
    const running = projects.map((name) => runOn(cluster, name, end));
    const looks: Look[] = [];
    while (performance.now() + LOOK < end) {
      await setTimeout(LOOK);
      const seen = await look(cluster, memory);
      looks.push(seen);
      tell(
        `${(looks.length * LOOK) / 1000} s: ${[...seen].map(([name, value]) => `${name} ${value.toFixed(0)}`).join(', ')}`,
      );
    }
    await Promise.all(running);
    return [...(await visited(cluster)), ...growthOf(looks), ...(await deadRows(cluster))];
  } finally {
    await cluster.close();
    await memory.close();
    site.close();
  }
}

async function addProjects({ ask }: BenchCluster, origins: readonly string[]): Promise<readonly string[]> {
  const shared = origins.slice(0, SHARED_HOSTS);
  const files = [
    { name: 'shared', source: `${shared[0]}/0`, crawl: { scope: shared.map((origin) => `${origin}/`) } },
    ...origins.slice(SHARED_HOSTS).map((origin, number) => ({ name: `p${number}`, source: `${origin}/0` })),
  ];
  for (const file of files) await ask('POST', '/api/projects', { file: JSON.stringify(file) });
  return files.map(({ name }) => name);
}

/** One run after the other, until the time is over. */
async function runOn({ server }: BenchCluster, project: string, end: number): Promise<void> {
  while (performance.now() < end) {
    await server.ask('POST', `/api/projects/${project}/runs`, {});
    await setTimeout(100);
  }
}

async function look({ server, workers, rows }: BenchCluster, memory: MemoryOfProcesses): Promise<Look> {
  const seen = new Map<string, number>();
  const processes = [
    ['server', server.pid],
    ...workers.map(({ pid }, number) => [`worker ${number + 1}`, pid]),
  ] as const;
  for (const [name, pid] of processes as readonly (readonly [string, number])[]) {
    const has = await memory.ask(pid);
    if (has === null) continue;
    seen.set(`${name}: used`, has.used);
    seen.set(`${name}: resident`, has.resident);
  }
  const [activity] = await rows<{ count: string }>(
    'SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()',
  );
  seen.set('connections', Number(activity?.count));
  const counts = [
    ...PASSING.map((table) => `SELECT '${table}' AS name, count(*) FROM ${table}`),
    `SELECT 'cluster_run, two minutes after the end' AS name, count(*) FROM ${QUEUED_LONG_AGO}`,
  ];
  for (const { name, count } of await rows<{ name: string; count: string }>(counts.join(' UNION ALL ')))
    seen.set(`rows of ${name}`, Number(count));
  return seen;
}

async function visited({ rows }: BenchCluster): Promise<readonly Figure[]> {
  const [row] = await rows<{ visits: string; runs: string }>(
    'SELECT (SELECT count(*) FROM visit) AS visits, (SELECT count(*) FROM run) AS runs',
  );
  return [
    { name: 'visits', value: Number(row?.visits), unit: 'visits', floor: null, note: `${row?.runs} runs` },
  ];
}

/** The verdict: nothing has grown from the middle third to the last. How many rows there are follows how many runs fit into a minute. */
function growthOf(looks: readonly Look[]): readonly Figure[] {
  const third = Math.floor(looks.length / 3);
  const [middle, last] = [looks.slice(third, 2 * third), looks.slice(2 * third)];
  return [...(looks[0]?.keys() ?? [])].map((name) => {
    const [before, after] = [medianOf(middle, name), medianOf(last, name)];
    const [, kind = ''] = /(used|resident|connections)$/.exec(name) ?? [];
    const limit = MOST_GROWTH[kind as keyof typeof MOST_GROWTH] ?? 10 + before;
    return {
      name: `${name}: growth`,
      value: after - before,
      unit: name.startsWith('rows') ? 'rows' : name === 'connections' ? '' : 'MB',
      floor: { atMost: limit },
      note: `${medianOf(looks.slice(0, third), name).toFixed(0)}, ${before.toFixed(0)}, ${after.toFixed(0)} in the thirds of the time`,
    };
  });
}

function medianOf(looks: readonly Look[], name: string): number {
  const values = looks.map((seen) => seen.get(name) ?? 0).sort((a, b) => a - b);
  return values[Math.floor(values.length / 2)] ?? 0;
}

/** What vacuum does not take back. */
async function deadRows({ rows }: BenchCluster): Promise<readonly Figure[]> {
  const dead = () =>
    rows<{ name: string; dead: string; live: string }>(
      `SELECT schemaname || '.' || relname AS name, n_dead_tup AS dead, n_live_tup AS live
        FROM pg_stat_user_tables ORDER BY n_dead_tup DESC`,
    );
  const before = await dead();
  await rows('VACUUM');
  const sum = (some: readonly { dead: string }[]) =>
    some.reduce((total, each) => total + Number(each.dead), 0);
  const worst = before.slice(0, 4).map((each) => `${each.name} ${each.dead} of ${each.live}`);
  return [
    {
      name: 'dead rows after vacuum',
      value: sum(await dead()),
      unit: 'rows',
      floor: { atMost: 100 },
      note: `${sum(before)} before: ${worst.join(', ')}`,
    },
  ];
}
