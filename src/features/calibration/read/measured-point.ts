import { readSetting, type SettingPoint } from '../../../fingerprint/index.ts';
import type { JudgedSite } from '../metrics/metric.ts';
import { type Figures, figuresOf, measured } from '../metrics/metrics.ts';
import type { PointResult } from '../points/point-result.ts';

/** A setting with its figures on the judged sites. */
export interface MeasuredPoint {
  /** As it is written: `broder/words:3@0.2`. */
  readonly setting: string;
  readonly point: SettingPoint;
  readonly figures: Figures;
  readonly microsPerPage: number;
}

/** A setting with what it made of the sites. */
export interface RunPoint {
  readonly setting: string;
  readonly result: PointResult;
}

export function measuredPoints(
  points: readonly RunPoint[],
  judged: readonly JudgedSite[],
): readonly MeasuredPoint[] {
  return points.map(({ setting, result }) => ({
    setting,
    point: readSetting(setting),
    figures: figuresOf(measured(judged, result)),
    microsPerPage: result.microsPerPage,
  }));
}
