import type { Store } from '../../database/store.ts';
import { calibrationSet } from './calibration-sets.ts';
import { CalibrateError } from './errors.ts';
import { judgedSites } from './judge-set.ts';
import {
  type Figures,
  figuresOf,
  type JudgedSite,
  type MeasuredPoint,
  measured,
  measuredPoints,
} from './metrics/metrics.ts';
import type { PointResult, RunPoint } from './points/point-result.ts';
import { type Mistake, mistakesOf } from './read/mistakes.ts';
import { recommended, type Weight } from './read/recommend.ts';
import type { CalibrationSet } from './tables/calibration-tables.ts';

type Kept = Pick<Store, 'calibrations'>;

/** The results of calibrating a set. */
export interface Calibration {
  readonly set: CalibrationSet;
  readonly judged: readonly JudgedSite[];
  readonly points: readonly MeasuredPoint[];
  /** The baseline: the figures of exact equality; null when it was not run. */
  readonly equality: Figures | null;
  readonly weight: number;
  readonly best: MeasuredPoint;
  readonly heldOut: readonly HeldOutSite[];
  readonly mistakes: (setting: string) => readonly Mistake[];
}

/** Throws CALIBRATE_NOT_RUN before any point was run, CALIBRATE_NOT_JUDGED before the first verdict. */
export async function readCalibration(
  store: Kept,
  set: CalibrationSet,
  weight: number,
): Promise<Calibration> {
  const stored = await store.calibrations.points(set.id);
  if (stored.length === 0)
    throw new CalibrateError(
      'CALIBRATE_NOT_RUN',
      `No setting was tried on the set "${set.name}" yet. Run "tidemark calibrate run '${set.name}'".`,
    );
  const judged = await judgedSites(store, set);
  if (judged.length === 0)
    throw new CalibrateError(
      'CALIBRATE_NOT_JUDGED',
      `The states of the set "${set.name}" are not judged yet. Start "tidemark serve" and open Calibration.`,
    );
  const run: readonly RunPoint[] = stored.map(({ setting, result }) => ({
    setting,
    result: JSON.parse(result) as PointResult,
  }));
  const points = measuredPoints(run, judged);
  const best = recommended(points, weight);
  if (best === null) throw new CalibrateError('CALIBRATE_NOT_RUN', `No setting was tried on "${set.name}".`);
  return {
    set,
    judged,
    points,
    weight,
    best,
    equality: points.find(({ point }) => point.algorithm === 'equality')?.figures ?? null,
    heldOut: crossValidated(run, judged, weight),
    mistakes: (setting) => {
      const point = run.find((each) => each.setting === setting);
      return point === undefined ? [] : mistakesOf(judged, point.result);
    },
  };
}

/** A site, measured with the setting that was chosen on all others. */
interface HeldOutSite {
  readonly site: number;
  readonly setting: string;
  readonly figures: Figures;
  /** The figures of exact equality on the site. */
  readonly equality: Figures | null;
}

/** Leave-one-out: the setting chosen on all other sites is measured on each site. Empty for fewer than two sites. */
export function crossValidated(
  points: readonly RunPoint[],
  judged: readonly JudgedSite[],
  weight: Weight,
): readonly HeldOutSite[] {
  if (judged.length < 2) return [];
  const equality = points.find(({ setting }) => setting.startsWith('equality@'));
  return judged.flatMap((site) => {
    const others = judged.filter((each) => each !== site);
    const chosen = recommended(measuredPoints(points, others), weight);
    const point = points.find(({ setting }) => setting === chosen?.setting);
    if (point === undefined) return [];
    const on = ({ result }: RunPoint) => figuresOf(measured([site], result));
    return [
      {
        site: site.site,
        setting: point.setting,
        figures: on(point),
        equality: equality === undefined ? null : on(equality),
      },
    ];
  });
}

/** The recommendation as it is stored with a set. */
interface Recommendation {
  readonly setting: string;
  readonly weight: number;
  readonly figures: Figures;
  readonly at: number;
}

/** Stores the chosen setting of a set: `tidemark states --setting SET` uses it. */
export async function keepRecommendation(
  store: Kept,
  { set, best, weight }: Pick<Calibration, 'set' | 'best' | 'weight'>,
): Promise<Recommendation> {
  const made = { setting: best.setting, weight, figures: best.figures, at: Date.now() };
  await store.calibrations.recommend(set.id, JSON.stringify(made));
  return made;
}

export function recommendationOf({ recommended: kept }: CalibrationSet): Recommendation | null {
  return kept === null ? null : (JSON.parse(kept) as Recommendation);
}

/** The recommended setting of a set; null when there is none yet. Throws CALIBRATE_SET_UNKNOWN. */
export const settingOfSet = async (
  store: Pick<Store, 'calibrations'>,
  name: string,
): Promise<string | null> => recommendationOf(await calibrationSet(store, name))?.setting ?? null;
