import { sql } from 'kysely';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { rawDatabase } from '../../../../test/kernel/database/raw-database.ts';
import { sharedPostgres } from '../../../../test/kernel/database/shared-postgres.ts';
import { migrate } from '../../../database/migrations.ts';
import { clusterRuns } from './cluster-runs.ts';
import { hostLeaseTable } from './host-lease-table.ts';
import { nodes } from './nodes.ts';
import { sweepCluster } from './open-cluster-store.ts';

const postgres = sharedPostgres();
afterAll(() => postgres.stop());

test('what is no longer needed is removed, and nothing else', async () => {
  const database = rawDatabase({ kind: 'postgres', url: await postgres.createDatabase() });
  onTestFinished(() => database.close());
  await migrate(database);
  const [runs, leases, all] = [clusterRuns(database), hostLeaseTable(database), nodes(database, [])];
  const load = { average: 0, processors: 2, memory: 0 };
  for (const name of ['old', 'new']) {
    await runs.add({ jobId: name, project: name, request: '{}' }, async () => undefined);
    await runs.end(name, '{}');
    await leases.acquire(`${name}.example`, name);
    await all.join({ id: name, name, kind: 'worker', version: '1.0.0', load });
  }
  await runs.add({ jobId: 'open', project: 'open', request: '{}' }, async () => undefined);
  const day = 24 * 3_600_000;
  await database.write(async ({ db }) => {
    await sql`UPDATE cluster_run SET queued_at = queued_at - ${2 * day}, ended_at = ended_at - ${2 * day} WHERE job_id <> 'new'`.execute(
      db,
    );
    await sql`UPDATE node SET seen_at = seen_at - ${2 * day} WHERE id = 'old'`.execute(db);
    await sql`UPDATE host_lease SET expires_at = expires_at - ${day} WHERE host = 'old.example'`.execute(db);
    // Of a run that is gone.
    await sql`INSERT INTO host_job_left_out (run_id, host, reason, count, example_url) VALUES (7, 'a', 'scope', 1, '')`.execute(
      db,
    );
  });
  await sweepCluster(database);
  const left = async (statement: ReturnType<typeof sql<{ name: string }>>) =>
    (await database.read((db) => statement.execute(db))).rows.map(({ name }) => name);
  expect(await left(sql`SELECT job_id AS name FROM cluster_run ORDER BY 1`)).toEqual(['new', 'open']);
  expect(await left(sql`SELECT id AS name FROM node`)).toEqual(['new']);
  expect(await left(sql`SELECT host AS name FROM host_lease`)).toEqual(['new.example']);
  expect(await left(sql`SELECT host AS name FROM host_job_left_out`)).toEqual([]);
});
