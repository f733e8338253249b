import {
  CalibrateError,
  costOf,
  figuresOf,
  likelyCosts,
  measured,
  type PointResult,
  type SearchFound,
  type SettingFamily,
  searchGrid,
} from '../../calibrate/index.ts';
import { writeSetting } from '../../fingerprint/index.ts';
import type { CalibrationSet, Store } from '../../store/index.ts';
import { judgedSites } from './judge-set.ts';
import { pointRunner } from './run-points.ts';

interface SearchRequest {
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
): Promise<SearchFound> {
  const judged = await judgedSites(store, set);
  if (judged.length === 0)
    throw new CalibrateError(
      'CALIBRATE_NOT_JUDGED',
      `Nobody has judged the states of the set "${set.name}" yet, so that no setting is better than another. Judge first, or run the whole grid.`,
    );
  const runner = await pointRunner(store, { set, threads });
  try {
    const costOfResult = (result: PointResult) => costOf(figuresOf(measured(judged, result)), weight);
    let evaluated = 0;
    const noteEvaluated = (count: number) => {
      evaluated += count;
      onProgress(evaluated);
    };
    return await searchGrid({
      ...{ families, budget, seed },
      look: async (looked) => {
        const profiles = await runner.profile(looked, judged);
        noteEvaluated(looked.length);
        return looked.map((family, place) => likelyCosts(family, profiles[place] ?? [], weight));
      },
      costsOf: async (points) => {
        await runner.run(points);
        const stored = new Map(
          (await store.calibrations.points(set.id)).map((each) => [each.setting, each.result]),
        );
        noteEvaluated(points.length);
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
