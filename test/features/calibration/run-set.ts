// A separate process that tries settings on a set, as one of several, and says how many it has tried and what that took.

import '../../fixtures/program/use-features.ts';
import { openStoreBeside } from '../../../src/database/open-store.ts';
import type { StoreOptions } from '../../../src/database/store-options.ts';
import { type GridRequest, gridOf } from '../../../src/features/calibration/points/setting-grid.ts';
import { runGrid } from '../../../src/features/calibration/run-points.ts';

/** What it is to do, as JSON. */
export interface RunOrder {
  readonly place: StoreOptions;
  readonly set: string;
  readonly grid: GridRequest;
  readonly threads: number;
  readonly leaseMs: number;
}

/** What it says in the end, as JSON. */
export interface RunDone {
  readonly run: number;
  /** Of all its threads. */
  readonly processorSeconds: number;
}

const { place, set: name, grid, threads, leaseMs } = JSON.parse(process.argv[2] ?? '') as RunOrder;
const store = await openStoreBeside(place, 'calibrations');
const set = await store.calibrations.find(name);
if (set === null) throw new Error(`there is no set "${name}"`);
const run = await runGrid(store, gridOf(grid), { set, threads, leaseMs });
await store.close();
const { user, system } = process.cpuUsage();
const done: RunDone = { run, processorSeconds: (user + system) / 1e6 };
process.stdout.write(JSON.stringify(done));
