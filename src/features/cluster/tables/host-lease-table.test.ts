import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { rawDatabase } from '../../../../test/kernel/database/raw-database.ts';
import { sharedPostgres } from '../../../../test/kernel/database/shared-postgres.ts';
import { migrate } from '../../../database/migrations.ts';
import { type HostLeaseTable, hostLeaseTable } from './host-lease-table.ts';

const postgres = sharedPostgres();
afterAll(() => postgres.stop());

describe('the turns at a host', () => {
  const host = 'example.org';
  let leases: HostLeaseTable;

  beforeEach(async () => {
    const database = rawDatabase({ kind: 'postgres', url: await postgres.createDatabase() });
    onTestFinished(() => database.close());
    await migrate(database);
    leases = hostLeaseTable(database);
  });

  test('one holder has it, and keeps it', async () => {
    expect(await leases.acquire(host, 'a')).toBe(0);
    expect(await leases.acquire(host, 'b')).toBeNull();
    expect(await leases.acquire(host, 'a')).toBe(0);
    expect(await leases.acquire('other.example', 'b')).toBe(0);
  });

  test('the holder learns that another run waits, which gets the host next', async () => {
    await leases.acquire(host, 'a');
    expect(await leases.renew([{ host, holder: 'a', nextIn: 0 }])).toEqual([
      { host, holder: 'a', isWanted: false },
    ]);
    await leases.acquire(host, 'b');
    expect(await leases.renew([{ host, holder: 'a', nextIn: 0 }])).toEqual([
      { host, holder: 'a', isWanted: true },
    ]);
    await leases.release([{ host, holder: 'a', nextIn: 0 }]);
    expect(await leases.acquire(host, 'c')).toBeNull();
    expect(await leases.acquire(host, 'b')).toBe(0);
  });

  test('with the host goes what it asked for: who comes next waits as long', async () => {
    await leases.acquire(host, 'a');
    await leases.release([{ host, holder: 'a', nextIn: 60_000 }]);
    const wait = await leases.acquire(host, 'b');
    expect(wait).toBeGreaterThan(30_000);
    expect(wait).toBeLessThanOrEqual(60_000);
  });

  test('a host that was lost is not kept', async () => {
    await leases.acquire(host, 'a');
    await leases.release([{ host, holder: 'a', nextIn: 0 }]);
    await leases.acquire(host, 'b');
    expect(await leases.renew([{ host, holder: 'a', nextIn: 0 }])).toEqual([]);
  });
});
