import { sql } from 'kysely';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { rawDatabase } from '../../../../test/databases/raw-database.ts';
import { sharedPostgres } from '../../../../test/databases/shared-postgres.ts';
import { migrate } from '../../../database/migrations.ts';
import { handedRuns } from './handed-runs.ts';
import { hostLeases } from './host-leases.ts';
import { nodes } from './nodes.ts';
import { sweepCluster } from './sweep.ts';

const postgres = sharedPostgres();
afterAll(() => postgres.stop());

test('what nobody needs any more is removed, and nothing else', async () => {
  const database = rawDatabase({ kind: 'postgres', url: await postgres.createDatabase() });
  onTestFinished(() => database.close());
  await migrate(database);
  const [handed, leases, all] = [handedRuns(database), hostLeases(database), nodes(database, [])];
  const load = { average: 0, processors: 2, memory: 0 };
  for (const name of ['old', 'new']) {
    await handed.add({ jobId: name, project: name, request: '{}' }, async () => undefined);
    await handed.end(name, '{}');
    await leases.take(`${name}.example`, name);
    await all.join({ id: name, name, kind: 'worker', version: '1.0.0', load });
  }
  await handed.add({ jobId: 'open', project: 'open', request: '{}' }, async () => undefined);
  const day = 24 * 3_600_000;
  await database.write(async ({ db }) => {
    await sql`UPDATE handed_run SET handed_at = handed_at - ${2 * day}, ended_at = ended_at - ${2 * day} WHERE job_id <> 'new'`.execute(
      db,
    );
    await sql`UPDATE node SET seen_at = seen_at - ${2 * day} WHERE id = 'old'`.execute(db);
    await sql`UPDATE host_hold SET held_until = held_until - ${day} WHERE host = 'old.example'`.execute(db);
    // Of a run that is gone.
    await sql`INSERT INTO share_left_out (run_id, host, reason, count, example_url) VALUES (7, 'a', 'scope', 1, '')`.execute(
      db,
    );
  });
  await sweepCluster(database);
  const left = async (statement: ReturnType<typeof sql<{ name: string }>>) =>
    (await database.read((db) => statement.execute(db))).rows.map(({ name }) => name);
  expect(await left(sql`SELECT job_id AS name FROM handed_run ORDER BY 1`)).toEqual(['new', 'open']);
  expect(await left(sql`SELECT id AS name FROM node`)).toEqual(['new']);
  expect(await left(sql`SELECT host AS name FROM host_hold`)).toEqual(['new.example']);
  expect(await left(sql`SELECT host AS name FROM share_left_out`)).toEqual([]);
});
