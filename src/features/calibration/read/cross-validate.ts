import type { JudgedSite } from '../metrics/metric.ts';
import { type Figures, figuresOf, measured } from '../metrics/metrics.ts';
import { measuredPoints, type RunPoint } from './measured-point.ts';
import { recommended, type Weight } from './recommend.ts';

/** A site, judged by the setting that was chosen on all others. */
export interface HeldOutSite {
  readonly site: number;
  readonly setting: string;
  readonly figures: Figures;
  /** What plain equality makes of the site. */
  readonly equality: Figures | null;
}

/** Each site in turn is left out, and the setting that the others choose is tried on it. Empty for fewer than two sites. */
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
