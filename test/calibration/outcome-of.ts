import type { PointResult } from '../../src/calibrate/index.ts';
import type { CalibrationSet, Store } from '../../src/store/index.ts';

/** What settings made of a set, without what is measured by the clock. */
export async function outcomeOf(
  { calibrations }: Pick<Store, 'calibrations'>,
  { id }: Pick<CalibrationSet, 'id'>,
) {
  return (await calibrations.points(id)).map(
    ({ setting, result }) => [setting, (JSON.parse(result) as PointResult).sites] as const,
  );
}
