import type { Store } from '../../database/store.ts';
import { type GridRequest, gridOf } from './points/setting-grid.ts';
import { type PointsRequest, runGrid } from './run-points.ts';
import type { CalibrationSet } from './tables/calibration-tables.ts';
import type { RequestedGrid } from './tables/stored-calibrations.ts';

type Kept = Pick<Store, 'calibrations'>;

/** How often a helper checks whether its help is still wanted. */
const lookMs = 1000;

/** Runs a grid, and lets workers help until it is done or interrupted. If this process is killed, they continue without it. */
export async function runRequestedGrid(
  store: Kept,
  wish: GridRequest,
  request: PointsRequest,
): Promise<number> {
  const families = gridOf(wish);
  const grid = JSON.stringify(wish);
  const { id } = request.set;
  await store.calibrations.requestGrid(id, grid);
  try {
    return await runGrid(store, families, request);
  } finally {
    await store.calibrations.withdrawGrid(id, grid);
  }
}

/** What a helper did for one set. */
interface Helped {
  readonly set: CalibrationSet;
  readonly settings: number;
}

interface HelpRequest extends Pick<PointsRequest, 'threads' | 'leaseMs'> {
  readonly signal: AbortSignal;
  /** Called before the work on a set begins. */
  readonly onBegin: (set: CalibrationSet) => void;
}

/** Helps with the grids that other processes requested, set by set, until nothing is left of the current requests. */
export async function helpWithGrids(store: Kept, request: HelpRequest): Promise<readonly Helped[]> {
  const helped: Helped[] = [];
  for (const wanted of await store.calibrations.requestedGrids()) {
    if (request.signal.aborted) break;
    request.onBegin(wanted.set);
    helped.push({ set: wanted.set, settings: await helpWith(store, wanted, request) });
  }
  return helped;
}

async function helpWith(
  store: Kept,
  { set, grid }: RequestedGrid,
  { threads, leaseMs, signal }: HelpRequest,
): Promise<number> {
  const withdrawn = new AbortController();
  const looking = setInterval(async () => {
    if (!(await isWanted(store, { set, grid }).catch(() => true))) withdrawn.abort();
  }, lookMs);
  try {
    return await runGrid(store, gridOf(JSON.parse(grid) as GridRequest), {
      set,
      threads,
      signal: AbortSignal.any([signal, withdrawn.signal]),
      ...(leaseMs === undefined ? {} : { leaseMs }),
    });
  } finally {
    clearInterval(looking);
    // The requesting process may have been killed, and a failure here would repeat.
    if (!signal.aborted) await store.calibrations.withdrawGrid(set.id, grid);
  }
}

async function isWanted(store: Kept, { set, grid }: RequestedGrid): Promise<boolean> {
  const all = await store.calibrations.requestedGrids();
  return all.some((each) => each.set.id === set.id && each.grid === grid);
}
