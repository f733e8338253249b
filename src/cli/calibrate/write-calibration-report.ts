import type { Calibration } from '../../app/index.ts';
import type { CalibrationStore } from '../../store/index.ts';
import { writeToFile } from '../write-out.ts';

/** Writes all figures of a calibration to one file that needs nothing else. */
export async function writeCalibrationReport(
  store: CalibrationStore,
  read: Calibration,
  file: string,
): Promise<void> {
  const { calibrationHtml } = await import('../../publish/index.ts');
  const { set, weight, best, equality, points, heldOut, mistakes } = read;
  const counts = await store.calibrations.stateCounts(set.id);
  const sites = await store.calibrations.sites(set.id);
  await writeToFile(
    file,
    calibrationHtml({
      ...{ name: set.name, at: Date.now(), weight, best, equality, points, heldOut, mistakes },
      sites: sites.map(({ number, url }) => ({ site: number, url, states: counts.get(number) ?? 0 })),
      screenshot: (site, state) => store.calibrations.screenshot(set.id, site, state),
    }),
  );
}
