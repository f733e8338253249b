import { afterAll, expect, onTestFinished, test } from 'vitest';
import { sharedPostgres } from '../../../test/databases/shared-postgres.ts';
import { HostGates } from './host-gate.ts';
import { openClusterStore } from './tables/open-cluster-store.ts';

const postgres = sharedPostgres();
afterAll(() => postgres.stop());

const host = 'example.org';

async function gatesWithLeases() {
  const cluster = await openClusterStore({ url: await postgres.createDatabase() });
  onTestFinished(() => cluster.close());
  const gates = new HostGates(cluster.leases);
  const gate = gates.open({ mayAsk: async () => undefined, signal: new AbortController().signal });
  return { gates, gate, leases: cluster.leases };
}

test('requests of one run are as far apart as its pace says', async () => {
  const { gate } = await gatesWithLeases();
  gate.paceBy({ gapOf: () => 100, notBefore: () => Number.NEGATIVE_INFINITY });
  await gate.enter(host);
  const first = performance.now();
  await Promise.all([gate.enter(host), gate.enter(host)]);
  // Timers may be a millisecond early.
  expect(performance.now() - first).toBeGreaterThan(190);
});

test('who lost the host while it waited for its time asks for it again', async () => {
  const { gates, gate, leases } = await gatesWithLeases();
  gate.paceBy({ gapOf: () => 2000, notBefore: () => Number.NEGATIVE_INFINITY });
  await gate.enter(host);
  gate.leave(host);
  const waiting = gate.enter(host);
  // As it is when a process stands still for long: another one has had the host meanwhile.
  await leases.release(gate.held);
  await leases.take(host, 'another');
  await gates.heartbeat();
  expect(gate.held).toEqual([]);
  await leases.release([{ host, holder: 'another', nextIn: 0 }]);
  await waiting;
  const entered = performance.now();
  expect(gate.held).toMatchObject([{ host, holder: gate.holder }]);
  expect(await leases.take(host, 'another')).toBeNull();
  // And whoever comes after that is as far from it as from any other.
  await gate.enter(host);
  expect(performance.now() - entered).toBeGreaterThan(1900);
});
