import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { openClusterStore } from '../../../src/features/cluster/tables/open-cluster-store.ts';
import { runTidemark } from '../../kernel/cli/run-tidemark.ts';
import { rawDatabase } from '../../kernel/database/raw-database.ts';
import { sharedPostgres } from '../../kernel/database/shared-postgres.ts';
import { slowSite } from './slow-site.ts';

const postgres = sharedPostgres();
afterAll(() => postgres.stop());

test('a run that is typed by hand waits for its turn at a host that a worker asks', {
  timeout: 90_000,
}, async () => {
  const url = await postgres.createDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'tidemark-command-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const site = await slowSite(2, 0);
  onTestFinished(() => site.close());
  const { hostLeases: leases, close } = await openClusterStore({ url });
  onTestFinished(close);
  const database = rawDatabase({ kind: 'postgres', url });
  onTestFinished(() => database.close());
  const { host } = new URL(site.origin);
  const held = { host, holder: 'a worker', nextIn: 0 };
  await leases.acquire(host, held.holder);
  const tracked = runTidemark(['track', `${site.origin}/`], {
    environment: { DATABASE_URL: url, TIDEMARK_DATA: folder, TIDEMARK_ALLOWED_NETWORKS: '127.0.0.0/8' },
  });
  await expect
    .poll(
      async () => {
        await leases.renew([held]);
        const { rows } = await database.read((db) =>
          sql`select from host_lease where wanted_by is not null`.execute(db),
        );
        return rows.length;
      },
      { timeout: 300_000 },
    )
    .toBe(1);
  expect(site.asked).toEqual([]);
  await leases.release([held]);
  expect((await tracked).exitCode).toBe(0);
  expect(site.asked.length).toBeGreaterThan(2);
});
