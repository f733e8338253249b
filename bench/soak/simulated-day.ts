import { readdirSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { watchedSite } from '../../test/chaos/cluster/watched-site.ts';
import { environmentOf, type ServedLife, serveOnce, tokenFor } from '../../test/chaos/server/served-life.ts';
import { setClock } from '../../test/chaos/set-clock.ts';
import { startReceiver } from '../../test/features/notifications/receiver.ts';
import { benchCluster } from '../cluster/bench-cluster.ts';
import { type MemoryOfProcesses, memoryOfProcesses } from '../cluster/memory-of-processes.ts';
import type { Figure } from '../figure.ts';

export interface DayOptions {
  readonly hours: number;
  /** How much faster the clocks of the processes are. */
  readonly rate: number;
  readonly projects: number;
  readonly tell: (line: string) => void;
}

/** What is looked at. */
interface Soaked {
  readonly server: ServedLife;
  /** Each with its number. */
  readonly processes: ReadonlyMap<string, number>;
  /** How many rows each table has. */
  counts(): Promise<ReadonlyMap<string, number>>;
  /** Figures that only this database has. */
  further(): Promise<ReadonlyMap<string, number>>;
  close(): Promise<void>;
}

export type SoakedKind = 'sqlite' | 'postgres';

/** What was seen at one moment, each figure under its name. */
type Look = ReadonlyMap<string, number>;

const HOUR = 3_600_000;
const MB = 1_000_000;
const PAGES = 5;
const LOOKS_AN_HOUR = 4;
/** The number of looks between two changes of a project: all pages change within the time to warm up. */
const CHANGE = 2;
/** Nothing is said about the first hours of a day: caches fill, every page comes to its number of versions, and code is compiled. */
const WARM_UP = 1 / 8;

/** What the last quarter may have more than the first, by the end of a figure's name. */
const MOST_GROWTH: Readonly<Record<string, readonly [number, string]>> = {
  used: [10, 'MB'],
  resident: [40, 'MB'],
  'file handles': [5, ''],
  connections: [3, ''],
  'event loop late (99 %)': [50, 'ms'],
};

const LOG = 'write-ahead log';
/** SQLite writes 64 MiB of log into the database at a time; PostgreSQL as much as its `max_wal_size` says. MB. */
const LONGEST_LOG: Readonly<Record<SoakedKind, number>> = { sqlite: 80, postgres: 1200 };

/** Runs that were handed over are kept for a minute after their end, so that their number follows the pace; older ones must not add up. */
const QUEUED_LONG_AGO = `SELECT 'cluster_run, two minutes after the end' AS name, count(*) FROM cluster_run
  WHERE ended_at < (extract(epoch FROM clock_timestamp()) - 120) * 1000`;

/**
 * Tables in which a row stays for each run or for each change, whatever `keep` says (docs/retention.md): their growth is shown for each run. All others
 * are flat.
 */
const LASTING = [
  ...['run', 'searched_run', 'left_out', 'reported_change', 'page_change', 'visit', 'outbox'],
  ...['found_match', 'audit_entry', 'signature', 'alias'],
];

/** A day of schedules on a clock that is faster than time, and what grew: the first quarter beside the last. */
export async function simulatedDay(
  kinds: readonly SoakedKind[],
  options: DayOptions,
): Promise<readonly Figure[]> {
  const { hours, rate, projects, tell } = options;
  const folder = await mkdtemp(join(tmpdir(), 'tidemark-soak-'));
  const site = await watchedSite({ hosts: projects, pages: PAGES, answer: 5 });
  const receiver = await startReceiver();
  const memory = await memoryOfProcesses();
  const clock = setClock(join(folder, 'clock.json'), { waits: rate });
  const environment = {
    ...memory.environment,
    ...clock.environment,
    NODE_OPTIONS: `${memory.environment['NODE_OPTIONS']} ${clock.environment['NODE_OPTIONS']}`,
  };
  const soaked = new Map<SoakedKind, Soaked>();
  try {
    for (const kind of kinds) {
      const one = await opened[kind](folder, environment);
      soaked.set(kind, one);
      for (const [number, origin] of site.origins.entries())
        await addProject(one.server, `p${number}`, origin, `${receiver.origin}/${kind}`);
    }
    const from = Date.now();
    clock.set({ from, rate });
    const looks = new Map(kinds.map((kind): [SoakedKind, Look[]] => [kind, []]));
    for (let number = 1; number <= hours * LOOKS_AN_HOUR; number++) {
      await setTimeout(Math.max(0, from + (number * HOUR) / LOOKS_AN_HOUR / rate - Date.now()));
      if (number % CHANGE === 0) site.edition += 1;
      for (const [kind, one] of soaked) {
        const seen = await look(one, memory);
        looks.get(kind)?.push(seen);
        if (number % LOOKS_AN_HOUR === 0) tell(lineOf(kind, number / LOOKS_AN_HOUR, seen));
      }
    }
    return [...looks].flatMap(([kind, seen]) => [...ranOf(kind, seen, options), ...growthOf(kind, seen)]);
  } finally {
    await Promise.all([...soaked.values()].map((one) => one.close()));
    await Promise.all([site.close(), receiver.close(), memory.close()]);
    await rm(folder, { recursive: true, force: true });
  }
}

const opened: Readonly<
  Record<SoakedKind, (folder: string, environment: Readonly<Record<string, string>>) => Promise<Soaked>>
> = {
  sqlite: async (folder, environment) => {
    const place = environmentOf({ kind: 'sqlite', folder: join(folder, 'data') }, folder);
    const server = await serveOnce({ ...place, ...environment }, await tokenFor(place));
    const file = join(folder, 'data', 'tidemark.db');
    const sizeOf = (name: string) => (statSync(name, { throwIfNoEntry: false })?.size ?? 0) / MB;
    return {
      server,
      processes: new Map([['server', server.pid]]),
      counts: async () => countsOfSqlite(file),
      further: async () =>
        new Map([
          [LOG, sizeOf(`${file}-wal`)],
          ['database file', sizeOf(file)],
        ]),
      close: async () => void (await server.stop()),
    };
  },
  postgres: async (_, environment) => {
    const cluster = await benchCluster({ environment });
    await cluster.addWorkers(1);
    const { rows, server, workers } = cluster;
    const figure = async (sql: string) => Number((await rows<{ figure: string }>(sql))[0]?.figure);
    return {
      server,
      processes: new Map([
        ['server', server.pid],
        ['worker', workers[0]?.pid ?? 0],
      ]),
      counts: async () => {
        const tables = await rows<{ name: string }>(
          `SELECT CASE table_schema WHEN 'public' THEN '' ELSE table_schema || '.' END || table_name AS name
            FROM information_schema.tables WHERE table_schema IN ('public', 'tidemark_jobs') AND table_type = 'BASE TABLE'`,
        );
        const counted = await rows<{ name: string; count: string }>(
          [
            ...tables
              .filter(({ name }) => name !== 'cluster_run')
              .map(({ name }) => `SELECT '${name}' AS name, count(*) FROM ${name}`),
            QUEUED_LONG_AGO,
          ].join(' UNION ALL '),
        );
        return new Map(counted.map(({ name, count }) => [name, Number(count)]));
      },
      further: async () =>
        new Map([
          [
            'connections',
            await figure(
              'SELECT count(*) AS figure FROM pg_stat_activity WHERE datname = current_database()',
            ),
          ],
          [LOG, (await figure('SELECT sum(size) AS figure FROM pg_ls_waldir()')) / MB],
          ['database file', (await figure('SELECT pg_database_size(current_database()) AS figure')) / MB],
        ]),
      close: cluster.close,
    };
  },
};

function countsOfSqlite(file: string): ReadonlyMap<string, number> {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 10_000 });
  try {
    const tables = database
      .prepare(`SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'`)
      .all() as { name: string }[];
    return new Map(
      tables.map(({ name }) => [
        name,
        (database.prepare(`SELECT count(*) AS count FROM "${name}"`).get() as { count: number }).count,
      ]),
    );
  } finally {
    database.close();
  }
}

async function addProject(server: ServedLife, name: string, origin: string, to: string): Promise<void> {
  const file = JSON.stringify({
    ...{ name, source: `${origin}/0` },
    // Spread over the hour, as those of real users are.
    schedule: { every: '1h', jitter: '50m' },
    keep: { versions: 1 },
    crawl: { scope: [`${origin}/`] },
    notify: [{ to, events: ['changed'] }],
  });
  const answer = await server.ask('POST', '/api/projects', { file });
  if (answer?.status !== 201) throw new Error(`${name}: ${JSON.stringify(answer)}`);
}

async function look(
  { server, processes, counts, further }: Soaked,
  memory: MemoryOfProcesses,
): Promise<Look> {
  const seen = new Map<string, number>();
  for (const [name, pid] of processes) {
    const has = await memory.ask(pid);
    if (has === null) continue;
    seen.set(`${name}: used`, has.used);
    seen.set(`${name}: resident`, has.resident);
    seen.set(`${name}: file handles`, readdirSync(`/proc/${pid}/fd`).length);
  }
  const metrics = String((await server.ask('GET', '/metrics'))?.body);
  const [, late] = /^tidemark_event_loop_delay_seconds{share="0.99"} (\S+)$/m.exec(metrics) ?? [];
  if (late !== undefined) seen.set('server: event loop late (99 %)', Number(late) * 1000);
  for (const [name, value] of await further()) seen.set(name, value);
  for (const [name, count] of await counts()) seen.set(`rows of ${name}`, count);
  return seen;
}

function lineOf(kind: SoakedKind, hour: number, seen: Look): string {
  const shown = [...seen].filter(([name]) => !name.startsWith('rows') || name === 'rows of run');
  return `${kind}, hour ${hour}: ${shown.map(([name, value]) => `${name} ${value.toFixed(0)}`).join(', ')}`;
}

/** The day was a day: its runs took place. */
function ranOf(kind: SoakedKind, looks: readonly Look[], { hours, projects }: DayOptions): readonly Figure[] {
  return [
    {
      name: `${kind}: runs`,
      value: looks.at(-1)?.get('rows of run') ?? 0,
      unit: 'runs',
      // The last hour may not be over for those that come late in it.
      // Waits under 20 s are not shortened: with a clock 120 times as fast, some times of a schedule pass in one of them.
      floor: { atLeast: 0.8 * projects * hours },
      note: `${projects} projects, ${hours} hours`,
    },
  ];
}

function growthOf(kind: SoakedKind, looks: readonly Look[]): readonly Figure[] {
  const warm = looks.slice(Math.ceil(looks.length * WARM_UP));
  const quarter = Math.max(1, Math.floor(warm.length / 4));
  const [first, last] = [warm.slice(0, quarter), warm.slice(-quarter)];
  const runs = medianOf(last, 'rows of run') - medianOf(first, 'rows of run');
  const names = [...(warm.at(-1)?.keys() ?? [])].filter(
    (name) => name !== LOG && warm.some((seen) => seen.get(name) !== 0),
  );
  return [
    ...names.map((name): Figure => {
      const [before, after] = [medianOf(first, name), medianOf(last, name)];
      const [, table] = /^rows of (.*)$/.exec(name) ?? [];
      const [, stated] = Object.entries(MOST_GROWTH).find(([end]) => name.endsWith(end)) ?? [];
      const [most, unit] = stated ?? [10 + before / 10, table === undefined ? 'MB' : 'rows'];
      const isLasting = name === 'database file' || LASTING.includes(table ?? '');
      const note = `${before.toFixed(1)} in the first quarter, ${after.toFixed(1)} in the last, ${slopeOf(warm, name).toFixed(3)} an hour`;
      return {
        name: `${kind}: ${name}`,
        value: after - before,
        unit,
        floor: isLasting ? null : { atMost: most },
        note: isLasting ? `${note}, ${((after - before) / Math.max(runs, 1)).toFixed(3)} a run` : note,
      };
    }),
    {
      name: `${kind}: largest ${LOG} of the last quarter`,
      value: Math.max(...last.map((seen) => seen.get(LOG) ?? 0)),
      unit: 'MB',
      floor: { atMost: LONGEST_LOG[kind] },
      note: `${Math.max(...first.map((seen) => seen.get(LOG) ?? 0)).toFixed(1)} in the first`,
    },
  ];
}

function medianOf(looks: readonly Look[], name: string): number {
  const values = looks.map((seen) => seen.get(name) ?? 0).sort((a, b) => a - b);
  return values[Math.floor(values.length / 2)] ?? 0;
}

/** By least squares, for each hour of the day. */
function slopeOf(looks: readonly Look[], name: string): number {
  const points = looks.map((seen, place) => [place / LOOKS_AN_HOUR, seen.get(name) ?? 0] as const);
  const mean = (of: 0 | 1) => points.reduce((sum, point) => sum + point[of], 0) / points.length;
  const [x, y] = [mean(0), mean(1)];
  const spread = points.reduce((sum, point) => sum + (point[0] - x) ** 2, 0);
  return spread === 0 ? 0 : points.reduce((sum, point) => sum + (point[0] - x) * (point[1] - y), 0) / spread;
}
