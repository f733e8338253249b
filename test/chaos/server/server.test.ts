import { expect, test } from 'vitest';
import { startDatabases } from '../../databases/store-databases.ts';
import { runServerChaos } from './run-server-chaos.ts';

// `npm run chaos:server` does the same with 50 kills, also on PostgreSQL.
test('a server that is killed under load loses nothing that it acknowledged, and its runs go on', {
  timeout: 180_000,
}, async () => {
  const databases = await startDatabases('sqlite');
  try {
    const { faults, kills, acknowledged } = await runServerChaos('short', 2, await databases.fresh());
    expect(faults).toEqual([]);
    expect(kills).toBe(2);
    expect(acknowledged).toBeGreaterThan(10);
  } finally {
    await databases.stop();
  }
});
