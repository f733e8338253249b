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
import type { RecordedSite } from './tables/calibrations.ts';

type Kept = Pick<Store, 'calibrations'>;

/** What was recorded of a site, for replaying it. */
export async function siteRecording(
  { calibrations }: Kept,
  setId: number,
  site: RecordedSite,
): Promise<StateRecording> {
  const states = await calibrations.states(setId, site.number);
  const tried = await calibrations.tried(setId, site.number);
  return {
    url: site.url,
    states: states.map(({ taped }) => JSON.parse(taped) as RecordedState),
    tried: tried.map(({ taped }) => JSON.parse(taped) as RecordedTry),
  };
}

/** Writes a recording down as it is made; one that was broken off goes on. */
export function tapingRecord(
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
      action === null ? null : { number: place, taped: JSON.stringify(recordedTry(action, loads)) };
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
    const taped: RecordedState = {
      ...found,
      html: redact(found.html),
      stripped: redact(found.stripped),
      loads: redacted(loads),
    };
    return { number: found.state.number, taped: JSON.stringify(taped), screenshot };
  }

  return {
    soFar: async (): Promise<ExplorationSoFar> => {
      const { states, tried } = await siteRecording({ calibrations }, setId, site);
      return {
        // Distances and pictures are not asked for again.
        states: states.map(({ loads: _, ...state }) => ({ ...state, screenshot: null, distances: [] })),
        tried: tried.map(({ loads: _, ...action }) => action),
      };
    },
    index: (found, loads) => keep(found, null, loads),
    tried: (action, found, loads) => keep(found, action, loads),
  };
}
