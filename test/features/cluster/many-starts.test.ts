import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { Supervisor } from '../../../src/base/index.ts';
import { readConfig } from '../../../src/config/index.ts';
import { systemClock } from '../../../src/crawl/site/allowed-hours.ts';
import { ServerCluster } from '../../../src/features/cluster/server-cluster.ts';
import { openClusterStore } from '../../../src/features/cluster/tables/open-cluster-store.ts';
import type { ServerContext } from '../../../src/features/feature.ts';
import { sharedPostgres } from '../../kernel/database/shared-postgres.ts';

const postgres = sharedPostgres();
afterAll(() => postgres.stop());

test('of runs that are due at once a few are handed over at a time: the pool has connections for others', {
  timeout: 300_000,
}, async () => {
  const url = await postgres.createStore();
  await (await openClusterStore({ url })).close();
  const folder = await mkdtemp(join(tmpdir(), 'tidemark-starts-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const onFailure = () => undefined;
  const supervisor = new Supervisor({ clock: systemClock, onFailure });
  const cluster = await ServerCluster.open({
    ...{ supervisor, onFailure, onLate: () => undefined, store: null as unknown as ServerContext['store'] },
    threads: { heartbeat: () => undefined } as unknown as ServerContext['threads'],
    config: readConfig({ data: folder, databaseUrl: url }, {}),
  });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  // As a database that is slow: nobody can add a run for a while.
  await client.query('BEGIN');
  await client.query('LOCK TABLE cluster_run IN EXCLUSIVE MODE');
  const starts = Array.from({ length: 40 }, (_, n) =>
    cluster
      .start({ project: `p${n}`, url: null, visits: 'changes', onlyDue: false }, { isPatient: true })
      .catch(() => null),
  );
  const waiting = async () =>
    Number((await client.query('SELECT count(*) FROM pg_locks WHERE NOT granted')).rows[0]?.count);
  await vi.waitFor(async () => expect(await waiting()).toBeGreaterThan(3), { timeout: 120_000 });
  expect(await cluster.store.nodes.list()).toEqual([]);
  expect(await waiting()).toBe(4);
  await client.query('ROLLBACK');
  await client.end();
  await vi.waitFor(async () => expect((await cluster.store.runs.waiting()).length).toBe(40), {
    timeout: 120_000,
  });
  await supervisor.stop();
  await cluster.close();
  await Promise.all(starts);
});
