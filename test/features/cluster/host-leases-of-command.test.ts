import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { readConfig } from '../../../src/config/index.ts';
import { openStore } from '../../../src/database/open-store.ts';
import { leaseHosts } from '../../../src/features/cluster/host-leases-of-command.ts';
import { sharedPostgres } from '../../kernel/database/shared-postgres.ts';

const postgres = sharedPostgres();
afterAll(() => postgres.stop());

test('a command whose database goes away does not wait for its turn at a host for ever', async () => {
  const url = await postgres.createDatabase();
  await (await openStore({ kind: 'postgres', url, access: 'write' })).close();
  const taken = await leaseHosts(readConfig({ databaseUrl: url }, {}));
  await taken?.hostLeases.acquire('first.example');
  const other = Object.assign(new URL(url), { pathname: '/postgres' });
  const client = new pg.Client({ connectionString: other.href });
  await client.connect();
  const name = new URL(url).pathname.slice(1);
  await client.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
  await client.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name]);
  await client.end();
  await expect(taken?.hostLeases.acquire('second.example')).rejects.toMatchObject({
    code: expect.stringMatching(/^STORE_/),
  });
  await taken?.close();
});
