import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../../src/config/index.ts';
import { startServer } from '../../../src/main/server/start-server.ts';
import { rawDatabase } from '../../kernel/database/raw-database.ts';
import { sharedPostgres } from '../../kernel/database/shared-postgres.ts';
import { clusterForThisTest } from './cluster-for-this-test.ts';
import { linkedHosts, manyHosts } from './many-hosts.ts';

const postgres = sharedPostgres();
afterAll(() => postgres.stop());

test('/metrics of the server counts what each worker does', { timeout: 300_000 }, async () => {
  const hosts = await manyHosts(3, 0, (host, path, origins) =>
    path === '/p4' ? { status: 500, headers: {}, body: '' } : linkedHosts(5)(host, path, origins),
  );
  onTestFinished(() => hosts.close());
  const url = await postgres.createDatabase();
  const cluster = await clusterForThisTest(url, 2);
  const folder = await mkdtemp(join(tmpdir(), 'tidemark-metrics-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const config = readConfig({ data: folder, databaseUrl: url }, { TIDEMARK_OPEN_METRICS: 'yes' });
  const server = await startServer({ config, host: '127.0.0.1', port: 0, log: null });
  onTestFinished(() => server.close());
  /** The sum over all nodes, or all queues. */
  const sum = async (name: string) => {
    const lines = (await (await fetch(`${server.url}/metrics`)).text()).split('\n');
    const found = lines.filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));
    expect(found, name).not.toEqual([]);
    return found.reduce((total, line) => total + Number(line.slice(line.lastIndexOf(' '))), 0);
  };
  const run = await cluster.start({
    project: 'hosts',
    url: `${hosts.origins[0]}/`,
    settings: { scope: hosts.scope, render: 'never', twin: false },
  });
  const { pages, errors } = await run.ended;
  // Reported with the next heartbeat.
  await expect.poll(() => sum('tidemark_node_pages_total')).toBe(pages + errors);
  expect(await sum('tidemark_node_page_errors_total')).toBe(errors);
  expect(errors).toBe(3);
  expect(await sum('tidemark_node_fetched_bytes_total')).toBeGreaterThan(0);
  expect(await sum('tidemark_node_retries_total')).toBe(0);
  expect(await sum('tidemark_node_up')).toBe(2);
  // A job ends after its last page was reported, and its end is reported with a later heartbeat.
  for (const name of ['jobs_waiting', 'jobs_active', 'host_jobs_open', 'dead_letters', 'node_jobs'])
    await expect.poll(() => sum(`tidemark_${name}`), { message: name }).toBe(0);
  // Two more that were killed with jobs in their hands: one a minute ago, one long before.
  const database = rawDatabase({ kind: 'postgres', url });
  onTestFinished(() => database.close());
  for (const [id, ago] of [
    ['lately', 60_000],
    ['before', 1_800_000],
  ] as const)
    await database.statement((db) =>
      sql`insert into node (id, name, kind, version, wanted, runs, load, started_at, seen_at)
        select ${id}, ${`host/${id}`}, 'worker', version, 'work', 5, load, started_at, seen_at - ${ago}::bigint from node limit 1`.execute(
        db,
      ),
    );
  const text = await (await fetch(`${server.url}/metrics`)).text();
  expect(text).toContain('tidemark_node_up{node="host/lately",id="lately",kind="worker"} 0');
  expect(text.split('\n').filter((line) => line.includes('host/'))).toHaveLength(1);
  expect(await sum('tidemark_node_jobs')).toBe(0);
  expect(await sum('tidemark_nodes_gone')).toBe(2);
  expect(await sum('tidemark_workers')).toBe(2);
  expect(await sum('tidemark_jobs_oldest_waiting_seconds')).toBe(0);
});
