import {
  equalityPoint,
  familiesOf,
  pointsOf,
  type SettingFamily,
  stillToRun,
} from '../../calibrate/index.ts';
import { type SettingPoint, writeSetting } from '../../fingerprint/index.ts';
import type { CalibrationSet, Store } from '../../store/index.ts';
import { ReplayThreads } from './replay-threads.ts';
import { sitesOfSet } from './sites-of-set.ts';

export interface PointsRequest {
  readonly set: CalibrationSet;
  readonly threads: number;
  readonly onProgress?: (done: number, all: number) => void;
  readonly signal?: AbortSignal;
}

/** One machine's share of the work: the first of four, say. */
export interface ShareOfWork {
  readonly number: number;
  readonly of: number;
}

/**
 * Replays the points of a grid that are not there yet, and keeps each family as it comes: after a kill the next call goes on. `part` shares the work among
 * machines with one database, which get different families. Returns how many points were run.
 */
export async function runGrid(
  store: Pick<Store, 'calibrations'>,
  families: readonly SettingFamily[],
  { set, threads, onProgress = () => undefined, signal }: PointsRequest,
  part: ShareOfWork = { number: 1, of: 1 },
): Promise<number> {
  const mine = [...familiesOf([equalityPoint]), ...families].filter(
    (_, place) => place % part.of === part.number - 1,
  );
  const waiting = stillToRun(mine, await store.calibrations.pointsDone(set.id));
  const all = mine.reduce((sum, { thresholds }) => sum + thresholds.length, 0);
  const missing = waiting.reduce((sum, { thresholds }) => sum + thresholds.length, 0);
  if (missing === 0) return 0;
  let run = 0;
  const pool = new ReplayThreads(await sitesOfSet(store, set), Math.min(threads, waiting.length));
  const replaying = pool.replay(
    waiting,
    async (points) => {
      await store.calibrations.keepPoints(
        set.id,
        points.map(({ setting, result }) => ({ setting, result: JSON.stringify(result) })),
      );
      run += points.length;
      onProgress(all - missing + run, all);
    },
    signal ?? null,
  );
  await replaying.finally(() => pool[Symbol.asyncDispose]());
  return run;
}

/** Runs single points, for a search; the threads stay for the next ones. */
export async function pointRunner(
  store: Pick<Store, 'calibrations'>,
  { set, threads }: Pick<PointsRequest, 'set' | 'threads'>,
): Promise<
  AsyncDisposable & {
    readonly run: (points: readonly SettingPoint[]) => Promise<void>;
    readonly guess: ReplayThreads['guess'];
  }
> {
  const pool = new ReplayThreads(await sitesOfSet(store, set), threads);
  const done = new Set(await store.calibrations.pointsDone(set.id));
  return {
    guess: (families) => pool.guess(families),
    async run(points) {
      const waiting = stillToRun(familiesOf(points), done);
      await pool.replay(waiting, async (results) => {
        const rows = results.map(({ setting, result }) => ({ setting, result: JSON.stringify(result) }));
        await store.calibrations.keepPoints(set.id, rows);
      });
      for (const family of waiting) for (const point of pointsOf(family)) done.add(writeSetting(point));
    },
    [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose](),
  };
}
