import {
  CalibrateError,
  costOf,
  type Evolved,
  evolve,
  figuresOf,
  measured,
  type PointResult,
  type SettingFamily,
} from '../../calibrate/index.ts';
import { writeSetting } from '../../fingerprint/index.ts';
import type { CalibrationSet, Store } from '../../store/index.ts';
import { judgedSites } from './judge-set.ts';
import { pointRunner } from './run-points.ts';

export interface SearchRequest {
  readonly set: CalibrationSet;
  readonly threads: number;
  readonly budget: number;
  readonly seed: number;
  readonly weight: number;
  readonly onProgress?: (evaluated: number) => void;
}

/** Looks for the best setting without running the whole grid (D11). Points that are stored already count as asked, but are not run again. */
export async function searchSettings(
  store: Pick<Store, 'calibrations'>,
  families: readonly SettingFamily[],
  { set, threads, budget, seed, weight, onProgress = () => undefined }: SearchRequest,
): Promise<Evolved> {
  const judged = await judgedSites(store, set);
  if (judged.length === 0)
    throw new CalibrateError(
      'CALIBRATE_NOT_JUDGED',
      `Nobody has judged the states of the set "${set.name}" yet, so that no setting is better than another. Judge first, or run the whole grid.`,
    );
  const runner = await pointRunner(store, { set, threads });
  try {
    const costOfResult = (result: PointResult) => costOf(figuresOf(measured(judged, result)), weight);
    const guesses = new Map(
      (await runner.guess(families)).map(({ setting, result }) => [setting, costOfResult(result)]),
    );
    let evaluated = 0;
    return await evolve({
      guess: (point) => guesses.get(writeSetting(point)) ?? Number.POSITIVE_INFINITY,
      families,
      budget,
      seed,
      costsOf: async (points) => {
        await runner.run(points);
        const stored = new Map(
          (await store.calibrations.points(set.id)).map((each) => [each.setting, each.result]),
        );
        evaluated += points.length;
        onProgress(evaluated);
        return points.map((point) => {
          const result = stored.get(writeSetting(point));
          return result === undefined
            ? Number.POSITIVE_INFINITY
            : costOfResult(JSON.parse(result) as PointResult);
        });
      },
    });
  } finally {
    await runner[Symbol.asyncDispose]();
  }
}
