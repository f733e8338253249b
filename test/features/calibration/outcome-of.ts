import type { Store } from '../../../src/database/store.ts';
import type { PointResult } from '../../../src/features/calibration/points/point-result.ts';
import type { CalibrationSet } from '../../../src/features/calibration/tables/calibration-tables.ts';

/** What settings made of a set, without what is measured by the clock. */
export async function outcomeOf(
  { calibrations }: Pick<Store, 'calibrations'>,
  { id }: Pick<CalibrationSet, 'id'>,
) {
  return (await calibrations.points(id)).map(
    ({ setting, result }) => [setting, (JSON.parse(result) as PointResult).sites] as const,
  );
}
