import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Store } from '../../../src/database/store.ts';
import { gridOf } from '../../../src/features/calibration/points/setting-grid.ts';
import { runGrid } from '../../../src/features/calibration/run-points.ts';
import { databaseKinds, type Place } from '../../kernel/database/store-databases.ts';
import { storeForEachTest } from '../../kernel/database/store-for-each-test.ts';
import { fillSet } from './fill-set.ts';
import { outcomeOf } from './outcome-of.ts';
import type { RunDone, RunOrder } from './run-set.ts';

const grid = { algorithms: ['crawlhash', 'broder'], features: ['words:1-6', 'chars:1-8'], steps: 10 };
const families = gridOf(grid);
/** With the reference plane. */
const points = families.reduce((sum, { thresholds }) => sum + thresholds.length, 1);

describe.each(databaseKinds)('settings that several processes try, on %s', (kind) => {
  /** It stays open for writing meanwhile, as that of a server does. */
  let store: Store;
  let place: Place;
  storeForEachTest(kind, (opened, at) => {
    store = opened;
    place = at;
  });

  const start = (set: string) => {
    const order: RunOrder = { place: { ...place, access: 'write' }, set, grid, threads: 1, leaseMs: 1000 };
    const program = fileURLToPath(new URL('run-set.ts', import.meta.url));
    const child = spawn(process.execPath, [program, JSON.stringify(order)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    return { child, said: text(child.stdout), ended: once(child, 'exit') };
  };

  test('what a killed process leaves behind is tried by two others, each setting once, with the same results', async () => {
    const { set: whole } = await fillSet(store, 'whole', 1, 14);
    expect(await runGrid(store, families, { set: whole, threads: 1 })).toBe(points);

    const { set } = await fillSet(store, 'killed', 1, 14);
    const done = async () => (await store.calibrations.pointsDone(set.id)).size;
    const { child, ended } = start('killed');
    await expect.poll(done, { interval: 5, timeout: 300_000 }).toBeGreaterThan(20);
    child.kill('SIGKILL');
    await ended;
    const kept = await done();
    expect(kept).toBeLessThan(points);
    const other = start('killed');
    await expect.poll(done, { interval: 5, timeout: 300_000 }).toBeGreaterThan(kept);
    const here = await runGrid(store, families, { set, threads: 1 });
    const { run } = JSON.parse(await other.said) as RunDone;
    expect(here + run).toBe(points - kept);
    expect(await outcomeOf(store, set)).toEqual(await outcomeOf(store, whole));
  });
});
