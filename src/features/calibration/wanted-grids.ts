import type { Store } from '../../database/store.ts';
import { type GridWish, gridOf } from './points/setting-grid.ts';
import { type PointsRequest, runGrid } from './run-points.ts';
import type { CalibrationSet, WantedGrid } from './tables/calibrations.ts';

type Kept = Pick<Store, 'calibrations'>;

/** How often a helper looks whether its help is still wanted. */
const lookMs = 1000;

/** Tries settings, and lets workers help until that is done or broken off; after a kill they go on without this process. */
export async function runWantedGrid(store: Kept, wish: GridWish, request: PointsRequest): Promise<number> {
  const families = gridOf(wish);
  const grid = JSON.stringify(wish);
  const { id } = request.set;
  await store.calibrations.wantGrid(id, grid);
  try {
    return await runGrid(store, families, request);
  } finally {
    await store.calibrations.forgetGrid(id, grid);
  }
}

/** What a helper did for one set. */
interface Helped {
  readonly set: CalibrationSet;
  readonly settings: number;
}

interface HelpRequest extends Pick<PointsRequest, 'threads' | 'claimMs'> {
  readonly signal: AbortSignal;
  /** Something is to be done for a set. */
  readonly onBegin: (set: CalibrationSet) => void;
}

/** Helps with the settings that others are having tried, set by set, until nothing is left of those that are wanted now. */
export async function helpWithGrids(store: Kept, request: HelpRequest): Promise<readonly Helped[]> {
  const helped: Helped[] = [];
  for (const wanted of await store.calibrations.wantedGrids()) {
    if (request.signal.aborted) break;
    request.onBegin(wanted.set);
    helped.push({ set: wanted.set, settings: await helpWith(store, wanted, request) });
  }
  return helped;
}

async function helpWith(
  store: Kept,
  { set, grid }: WantedGrid,
  { threads, claimMs, signal }: HelpRequest,
): Promise<number> {
  const withdrawn = new AbortController();
  const looking = setInterval(async () => {
    if (!(await isWanted(store, { set, grid }).catch(() => true))) withdrawn.abort();
  }, lookMs);
  try {
    return await runGrid(store, gridOf(JSON.parse(grid) as GridWish), {
      ...{ set, threads, signal: AbortSignal.any([signal, withdrawn.signal]) },
      ...(claimMs === undefined ? {} : { claimMs }),
    });
  } finally {
    clearInterval(looking);
    // Whoever wanted it may have been killed; and what fails here would fail again.
    if (!signal.aborted) await store.calibrations.forgetGrid(set.id, grid);
  }
}

async function isWanted(store: Kept, { set, grid }: WantedGrid): Promise<boolean> {
  const all = await store.calibrations.wantedGrids();
  return all.some((each) => each.set.id === set.id && each.grid === grid);
}
