import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { rawDatabase } from '../../../../test/databases/raw-database.ts';
import { sharedPostgres } from '../../../../test/databases/shared-postgres.ts';
import { migrate } from '../../../database/migrations.ts';
import { type HostHolds, hostHolds } from './host-holds.ts';

const postgres = sharedPostgres();
afterAll(() => postgres.stop());

describe('the turns at a host', () => {
  const host = 'example.org';
  let holds: HostHolds;

  beforeEach(async () => {
    const database = rawDatabase({ kind: 'postgres', url: await postgres.createDatabase() });
    onTestFinished(() => database.close());
    await migrate(database);
    holds = hostHolds(database);
  });

  test('one holder has it, and keeps it', async () => {
    expect(await holds.take(host, 'a')).toBe(0);
    expect(await holds.take(host, 'b')).toBeNull();
    expect(await holds.take(host, 'a')).toBe(0);
    expect(await holds.take('other.example', 'b')).toBe(0);
  });

  test('the holder is told that somebody waits, who gets the host next', async () => {
    await holds.take(host, 'a');
    expect(await holds.keep([{ host, holder: 'a', nextIn: 0 }])).toEqual([
      { host, holder: 'a', isWanted: false },
    ]);
    await holds.take(host, 'b');
    expect(await holds.keep([{ host, holder: 'a', nextIn: 0 }])).toEqual([
      { host, holder: 'a', isWanted: true },
    ]);
    await holds.release([{ host, holder: 'a', nextIn: 0 }]);
    expect(await holds.take(host, 'c')).toBeNull();
    expect(await holds.take(host, 'b')).toBe(0);
  });

  test('with the host goes what it asked for: who comes next waits as long', async () => {
    await holds.take(host, 'a');
    await holds.release([{ host, holder: 'a', nextIn: 60_000 }]);
    const wait = await holds.take(host, 'b');
    expect(wait).toBeGreaterThan(30_000);
    expect(wait).toBeLessThanOrEqual(60_000);
  });

  test('a host that was lost is not kept', async () => {
    await holds.take(host, 'a');
    await holds.release([{ host, holder: 'a', nextIn: 0 }]);
    await holds.take(host, 'b');
    expect(await holds.keep([{ host, holder: 'a', nextIn: 0 }])).toEqual([]);
  });
});
