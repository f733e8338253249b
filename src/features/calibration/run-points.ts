import type { Store } from '../../database/store.ts';
import { type SettingPoint, writeSetting } from '../../fingerprint/index.ts';
import { PointBatches, recordedMeanwhile } from './point-batches.ts';
import {
  equalityPoint,
  familiesOf,
  pointsOf,
  type SettingFamily,
  stillToRun,
} from './points/setting-grid.ts';
import { ReplayThreads } from './replay-threads.ts';
import { sitesOfSet } from './site-recording.ts';
import type { CalibrationSet } from './tables/calibration-tables.ts';

export interface PointsRequest {
  readonly set: CalibrationSet;
  readonly threads: number;
  readonly onProgress?: (done: number, all: number) => void;
  readonly signal?: AbortSignal | null;
  /** How long others wait for a process that no longer renews its leases. Default: 10 seconds. */
  readonly leaseMs?: number;
}

/**
 * Replays the points of a grid that are not stored yet, and stores each family when it is done, so that the next call continues after a kill. Several
 * processes share the work. Returns how many points this one has run.
 */
export async function runGrid(
  store: Pick<Store, 'calibrations'>,
  families: readonly SettingFamily[],
  { set, threads, onProgress = () => undefined, signal = null, leaseMs }: PointsRequest,
): Promise<number> {
  const wanted = [...familiesOf([equalityPoint]), ...families];
  const waiting = stillToRun(wanted, await store.calibrations.pointsDone(set.id));
  const [all, missing] = [wanted, waiting].map((list) =>
    list.reduce((sum, { thresholds }) => sum + thresholds.length, 0),
  ) as [number, number];
  if (missing === 0) return 0;
  const pool = new ReplayThreads(await sitesOfSet(store, set), Math.min(threads, waiting.length));
  const batches = new PointBatches(store, set, waiting, leaseMs);
  let run = 0;
  try {
    await pool.work(async (replay) => {
      for (let taken = await batches.take(signal); taken.length > 0; taken = await batches.take(signal))
        for (const family of taken) {
          if (signal?.aborted === true) return;
          const points = await replay(family);
          await batches.keep(family, points);
          run += points.length;
          onProgress(all - missing + run, all);
        }
    });
  } finally {
    await pool[Symbol.asyncDispose]();
    await batches[Symbol.asyncDispose]();
  }
  return run;
}

/** Runs single points for a search; the threads are reused for the next ones. */
export async function pointRunner(
  store: Pick<Store, 'calibrations'>,
  { set, threads }: Pick<PointsRequest, 'set' | 'threads'>,
): Promise<
  AsyncDisposable & {
    readonly run: (points: readonly SettingPoint[]) => Promise<void>;
    readonly profile: ReplayThreads['profile'];
  }
> {
  const pool = new ReplayThreads(await sitesOfSet(store, set), threads);
  const done = new Set(await store.calibrations.pointsDone(set.id));
  return {
    profile: (families, judged) => pool.profile(families, judged),
    async run(points) {
      const waiting = stillToRun(familiesOf(points), done);
      const results = (await pool.replay(waiting)).flat();
      const rows = results.map(({ setting, result }) => ({ setting, result: JSON.stringify(result) }));
      if (!(await store.calibrations.keepPoints(set, rows))) throw recordedMeanwhile(set);
      for (const family of waiting) for (const point of pointsOf(family)) done.add(writeSetting(point));
    },
    [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose](),
  };
}
