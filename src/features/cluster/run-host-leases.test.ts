import { setTimeout } from 'node:timers/promises';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
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

test('a timer that is late does not bring the next request nearer', async () => {
  const { leases } = await openLeases();
  leases.paceBy({ gapOf: () => 200, notBefore: () => Number.NEGATIVE_INFINITY });
  const sent: number[] = [];
  const send = async () => {
    await leases.acquire(host);
    sent.push(performance.now());
  };
  await send();
  const waiting = [send(), send()];
  await setTimeout(50);
  const until = performance.now() + 300;
  while (performance.now() < until); // as on a machine that has no time for this process
  await Promise.all(waiting);
  const [first = 0, second = 0, third = 0] = sent;
  expect(second - first).toBeGreaterThan(190);
  expect(third - second).toBeGreaterThan(190);
});

test('a request that comes while the pace of the previous holder is waited for waits, too', async () => {
  const { leases, table } = await openLeases();
  await table.acquire(host, 'another');
  await table.release([{ host, holder: 'another', nextIn: 3000 }]);
  let isFirst = false;
  const first = leases.acquire(host).then(() => {
    isFirst = true;
  });
  await vi.waitFor(() => expect(leases.held).toHaveLength(1), { timeout: 60_000 });
  expect(isFirst).toBe(false);
  const before = leases.held[0]?.nextIn ?? 0;
  const began = performance.now();
  await leases.acquire(host);
  expect(performance.now() - began).toBeGreaterThan(before - 100);
  await first;
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
