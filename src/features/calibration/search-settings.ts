import type { Store } from '../../database/store.ts';
import { writeSetting } from '../../fingerprint/index.ts';
import { CalibrateError } from './errors.ts';
import { judgedSites } from './judge-set.ts';
import { figuresOf, measured } from './metrics/metrics.ts';
import type { PointResult } from './points/point-result.ts';
import type { SettingFamily } from './points/setting-grid.ts';
import { costOf } from './read/recommend.ts';
import { pointRunner } from './run-points.ts';
import { likelyCosts } from './search/family-profile.ts';
import { type SearchFound, searchGrid } from './search/search-grid.ts';
import type { CalibrationSet } from './tables/calibration-tables.ts';

interface SearchRequest {
  readonly set: CalibrationSet;
  readonly threads: number;
  readonly budget: number;
  readonly seed: number;
  readonly weight: number;
  readonly onProgress?: (evaluated: number) => void;
}

/** Searches for the best setting without running the whole grid. Stored points count as evaluations, but are not run again. */
export async function searchSettings(
  store: Pick<Store, 'calibrations'>,
  families: readonly SettingFamily[],
  { set, threads, budget, seed, weight, onProgress = () => undefined }: SearchRequest,
): Promise<SearchFound> {
  const judged = await judgedSites(store, set);
  if (judged.length === 0)
    throw new CalibrateError(
      'CALIBRATE_NOT_JUDGED',
      `The states of the set "${set.name}" are not judged yet, so that no setting is better than another. Judge first, or run the whole grid.`,
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
      families,
      budget,
      seed,
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
