import { afterAll, expect, onTestFinished, test } from 'vitest';
import { sharedPostgres } from '../../../test/kernel/database/shared-postgres.ts';
import { ProcessHostLeases } from './run-host-leases.ts';
import { openClusterStore } from './tables/open-cluster-store.ts';

const postgres = sharedPostgres();
afterAll(() => postgres.stop());

const host = 'example.org';

async function openLeases() {
  const cluster = await openClusterStore({ url: await postgres.createDatabase() });
  onTestFinished(() => cluster.close());
  const all = new ProcessHostLeases(cluster.hostLeases);
  const leases = all.open({ ensureHeld: async () => undefined, signal: new AbortController().signal });
  return { all, leases, table: cluster.hostLeases };
}

test('requests of one run are as far apart as its pace says', async () => {
  const { leases } = await openLeases();
  leases.paceBy({ gapOf: () => 100, notBefore: () => Number.NEGATIVE_INFINITY });
  await leases.acquire(host);
  const first = performance.now();
  await Promise.all([leases.acquire(host), leases.acquire(host)]);
  // Timers may be a millisecond early.
  expect(performance.now() - first).toBeGreaterThan(190);
});

test('who lost the host while it waited for its time asks for it again', async () => {
  const { all, leases, table } = await openLeases();
  leases.paceBy({ gapOf: () => 2000, notBefore: () => Number.NEGATIVE_INFINITY });
  await leases.acquire(host);
  leases.release(host);
  const waiting = leases.acquire(host);
  // As it is when a process stands still for long: another one has had the host meanwhile.
  await table.release(leases.held);
  await table.acquire(host, 'another');
  await all.heartbeat();
  expect(leases.held).toEqual([]);
  await table.release([{ host, holder: 'another', nextIn: 0 }]);
  await waiting;
  const entered = performance.now();
  expect(leases.held).toMatchObject([{ host, holder: leases.holder }]);
  expect(await table.acquire(host, 'another')).toBeNull();
  // The next request after that waits as long as after any other request.
  await leases.acquire(host);
  expect(performance.now() - entered).toBeGreaterThan(1900);
});
