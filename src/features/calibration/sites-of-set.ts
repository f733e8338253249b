import type { Store } from '../../database/store.ts';
import { CalibrateError } from './errors.ts';
import type { RecordingSettings } from './record-site.ts';
import type { SiteToReplay } from './replayed-sites.ts';
import { siteRecording } from './site-recording.ts';
import type { CalibrationSet } from './tables/calibrations.ts';

/** Everything that was recorded in a set. Throws CALIBRATE_NOTHING_RECORDED. */
export async function sitesOfSet(
  store: Pick<Store, 'calibrations'>,
  set: CalibrationSet,
): Promise<readonly SiteToReplay[]> {
  const sites = await store.calibrations.sites(set.id);
  const loaded = await Promise.all(
    sites.map(async (site) => ({
      site: site.number,
      recording: await siteRecording(store, set.id, site),
      strip: (JSON.parse(site.settings) as RecordingSettings).strip,
    })),
  );
  const recorded = loaded.filter(({ recording }) => recording.states.length > 0);
  if (recorded.length > 0) return recorded;
  throw new CalibrateError(
    'CALIBRATE_NOTHING_RECORDED',
    `Nothing is recorded in the set "${set.name}" yet. Record a site with "tidemark calibrate record URL --set '${set.name}'".`,
  );
}
