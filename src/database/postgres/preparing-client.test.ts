import pg from 'pg';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { sharedPostgres } from '../../../test/kernel/database/shared-postgres.ts';
import { PreparingClient } from './preparing-client.ts';

const postgres = sharedPostgres();
afterAll(() => postgres.stop());

test('the server prepares what comes again, under a name that says what it is', async () => {
  const pool = new pg.Pool({
    ...{ connectionString: await postgres.createDatabase(), Client: PreparingClient, max: 1 },
  });
  // The pool ends before its connections have: those are cut when the database is removed, which is no failure here.
  pool.on('connect', (client) => client.on('error', () => undefined));
  pool.on('error', () => undefined);
  onTestFinished(() => pool.end());
  for (let time = 0; time < 5; time++) {
    const { rows } = await pool.query<{ sum: number }>('SELECT $1::int + $2::int AS sum', [time, 1]);
    expect(rows).toEqual([{ sum: time + 1 }]);
  }
  await pool.query('SELECT $1::int AS once', [1]);
  for (let time = 0; time < 3; time++) await pool.query('SELECT 1 AS always', []);
  for (let time = 0; time < 3; time++) await pool.query('BEGIN', []).then(() => pool.query('COMMIT', []));
  const { rows } = await pool.query<{ name: string }>(
    'SELECT name FROM pg_prepared_statements ORDER BY name',
  );
  expect(rows).toEqual([
    { name: expect.stringMatching(/^SELECT \$1::int .* [0-9a-f]{24}$/) },
    { name: expect.stringMatching(/^SELECT 1 AS always [0-9a-f]{24}$/) },
  ]);
});
