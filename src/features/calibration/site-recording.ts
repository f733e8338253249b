import type { Store } from '../../database/store.ts';
import type {
  ExplorationRecord,
  ExplorationSoFar,
  Loads,
  RecordedState,
  RecordedTry,
  SeenState,
  StateRecording,
  TriedAction,
} from '../../explore/index.ts';
import { CalibrateError } from './errors.ts';
import type { SiteToReplay } from './replayed-sites.ts';
import type { CalibrationSet, RecordedSite } from './tables/calibration-tables.ts';

type Kept = Pick<Store, 'calibrations'>;

/** How a site was recorded; stored with the recording. */
export interface RecordingSettings {
  readonly strip: readonly string[];
  /** All other options that affect the recording, as plain values. */
  readonly [asked: string]: unknown;
}

/** The recording of a site, for replaying it. */
export async function siteRecording(
  { calibrations }: Kept,
  setId: number,
  site: RecordedSite,
): Promise<StateRecording> {
  const states = await calibrations.states(setId, site.number);
  const tried = await calibrations.tried(setId, site.number);
  return {
    url: site.url,
    states: states.map(({ recording }) => JSON.parse(recording) as RecordedState),
    tried: tried.map(({ recording }) => JSON.parse(recording) as RecordedTry),
  };
}

/** All recordings of a set. Throws CALIBRATE_NOTHING_RECORDED. */
export async function sitesOfSet(store: Kept, set: CalibrationSet): Promise<readonly SiteToReplay[]> {
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

/** Stores a recording step by step; an interrupted recording is resumed. */
export function siteRecorder(
  { calibrations }: Kept,
  setId: number,
  site: RecordedSite,
  redact: (text: string) => string,
): ExplorationRecord {
  let place: number | null = null;
  const redacted = (loads: Loads): Loads => loads.map((html) => (html === null ? null : redact(html)));

  async function keep(found: SeenState | null, action: TriedAction | null, loads: Loads): Promise<void> {
    place ??= (await calibrations.tried(setId, site.number)).length;
    const tried =
      action === null ? null : { number: place, recording: JSON.stringify(recordedTry(action, loads)) };
    await calibrations.keep({
      setId,
      site: site.number,
      state: found === null ? null : row(found, loads),
      tried,
    });
    if (action !== null) place++;
  }

  const recordedTry = (action: TriedAction, loads: Loads): RecordedTry => ({
    ...action,
    loads: redacted(loads),
  });

  function row({ screenshot, distances: _, ...found }: SeenState, loads: Loads) {
    const recording: RecordedState = {
      ...found,
      html: redact(found.html),
      stripped: redact(found.stripped),
      loads: redacted(loads),
    };
    return { number: found.state.number, recording: JSON.stringify(recording), screenshot };
  }

  return {
    soFar: async (): Promise<ExplorationSoFar> => {
      const { states, tried } = await siteRecording({ calibrations }, setId, site);
      return {
        // Distances and pictures are not needed to resume.
        states: states.map(({ loads: _, ...state }) => ({ ...state, screenshot: null, distances: [] })),
        tried: tried.map(({ loads: _, ...action }) => action),
      };
    },
    index: (found, loads) => keep(found, null, loads),
    tried: (action, found, loads) => keep(found, action, loads),
  };
}
