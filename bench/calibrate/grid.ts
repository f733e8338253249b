import '../../test/fixtures/program/use-features.ts';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { openStore } from '../../src/database/open-store.ts';
import { type GridRequest, gridOf } from '../../src/features/calibration/points/setting-grid.ts';
import { fillSet } from '../../test/features/calibration/fill-set.ts';
import { outcomeOf } from '../../test/features/calibration/outcome-of.ts';
import type { RunDone, RunOrder } from '../../test/features/calibration/run-set.ts';

export interface GridBench {
  readonly sites: number;
  /** Of each site. */
  readonly states: number;
  /** Thresholds of each family, where they are not bits. */
  readonly steps: number;
  readonly processes: readonly number[];
  readonly say: (text: string) => void;
}

const program = fileURLToPath(new URL('../../test/features/calibration/run-set.ts', import.meta.url));
const set = 'generated';
const place = (folder: string) => ({ kind: 'sqlite' as const, folder });

/** About 10,000 settings with 47 steps. */
const largeGrid = (steps: number): GridRequest => ({
  algorithms: [
    ...['crawlhash', 'crawlhash64', 'broder', 'minhash', 'bucket-hash', 'super-shingles'],
    ...['content', 'structure'],
  ],
  features: ['words:1-12', 'sentences:1-6', 'chars:1-20', 'terms:1-4', 'links'],
  steps,
});

/** Processes that share the grid, each as `tidemark calibrate run --threads 1`; what they found; and the same after kill -9 of all in the middle. */
export async function benchGrid({ sites, states, steps, processes, say }: GridBench): Promise<void> {
  const grid = largeGrid(steps);
  const points = gridOf(grid).reduce((sum, { thresholds }) => sum + thresholds.length, 1);
  let first: string | null = null;
  for (const count of processes) {
    const folder = await filled(sites, states);
    const begun = performance.now();
    const done = await Promise.all(started(folder, grid, count).map(doneBy));
    const seconds = (performance.now() - begun) / 1000;
    const found = await outcome(folder);
    first ??= found;
    const processor = done.reduce((sum, each) => sum + each.processorSeconds, 0);
    say(
      `${points} settings on ${sites * states} states, ${count} process(es): ${seconds.toFixed(1)} s, ${processor.toFixed(1)} s of processor time, ` +
        `${((1000 * processor) / points).toFixed(2)} ms a setting; run by each: ${done.map(({ run }) => run).join(', ')}${runBy(done) === points ? '' : ' (NOT EACH ONCE)'}; ` +
        `${found === first ? 'the same results' : 'OTHER RESULTS'}; load ${loadavg()[0]?.toFixed(1)}`,
    );
    rmSync(folder, { recursive: true });
  }
  await killed(grid, points, { sites, states, say }, first);
}

async function killed(
  grid: GridRequest,
  points: number,
  { sites, states, say }: Pick<GridBench, 'sites' | 'states' | 'say'>,
  whole: string | null,
): Promise<void> {
  const folder = await filled(sites, states);
  const children = started(folder, grid, 2);
  while ((await pointsIn(folder)) < points / 2) await setTimeout(50);
  for (const { child } of children) child.kill('SIGKILL');
  await Promise.all(children.map(({ ended }) => ended));
  const kept = await pointsIn(folder);
  const begun = performance.now();
  const rest = runBy(await Promise.all(started(folder, grid, 2).map(doneBy)));
  const seconds = (performance.now() - begun) / 1000;
  const isSame = whole === null || (await outcome(folder)) === whole;
  say(
    `both of 2 processes killed with kill -9 at ${kept} settings; ${rest} run after it in ${seconds.toFixed(1)} s${kept + rest === points ? '' : ' (NOT EACH ONCE)'}; ` +
      `${isSame ? 'the same results to the digit' : 'OTHER RESULTS'}`,
  );
  rmSync(folder, { recursive: true });
}

const doneBy = async ({ said }: { readonly said: Promise<string> }): Promise<RunDone> =>
  JSON.parse(await said) as RunDone;

const runBy = (all: readonly RunDone[]): number => all.reduce((sum, { run }) => sum + run, 0);

function started(folder: string, grid: GridRequest, count: number) {
  return Array.from({ length: count }, () => {
    const order: RunOrder = {
      ...{ place: { ...place(folder), access: 'write' }, set, grid, threads: 1, leaseMs: 10_000 },
    };
    const child = spawn(process.execPath, [program, JSON.stringify(order)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    return { child, said: text(child.stdout), ended: once(child, 'exit') };
  });
}

async function filled(sites: number, states: number): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-calibrate-'));
  const store = await openStore({ ...place(folder), access: 'write' });
  await fillSet(store, set, sites, states);
  await store.close();
  return folder;
}

async function pointsIn(folder: string): Promise<number> {
  return inSet(folder, async ({ calibrations }, id) => (await calibrations.pointsDone(id)).size);
}

async function outcome(folder: string): Promise<string> {
  return inSet(folder, async (store, id) => JSON.stringify(await outcomeOf(store, { id })));
}

async function inSet<T>(
  folder: string,
  read: (store: Awaited<ReturnType<typeof openStore>>, id: number) => Promise<T>,
): Promise<T> {
  const store = await openStore({ ...place(folder), access: 'read' });
  try {
    return await read(store, (await store.calibrations.find(set))?.id ?? 0);
  } finally {
    await store.close();
  }
}
