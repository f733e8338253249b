import { freeAccess } from '../../../../../src/access/index.ts';
import {
  type ExplorationRecord,
  exploreStates,
  type Loads,
  MemoryRecord,
  type SeenState,
  type StateRecording,
  type TriedAction,
  usualCandidates,
  usualExploreLimits,
  usualVisit,
} from '../../../../../src/explore/index.ts';
import type { GuardedBrowser } from '../../../../../src/fetch/index.ts';
import { equalitySetting } from '../../../../../src/fingerprint/index.ts';
import { serveSite } from '../../../../sites/plain/site-server.ts';
import type { StateApplication } from '../state-application.ts';

/** Keeps all that visitors saw. */
class TapingRecord implements ExplorationRecord {
  readonly #record = new MemoryRecord();
  readonly states: (SeenState & { readonly loads: Loads })[] = [];
  readonly tries: (TriedAction & { readonly loads: Loads })[] = [];

  soFar = () => this.#record.soFar();

  async index(found: SeenState, loads: Loads): Promise<void> {
    this.states.push({ ...found, loads });
  }

  async tried(action: TriedAction, found: SeenState | null, loads: Loads): Promise<void> {
    if (found !== null) this.states.push({ ...found, loads });
    this.tries.push({ ...action, loads });
  }
}

/** Serves an application anew, and records it: every change is a state of its own. */
export async function recordApplication(
  application: StateApplication,
  browser: GuardedBrowser,
  states = 120,
): Promise<StateRecording> {
  const site = await serveSite(application.serve());
  const record = new TapingRecord();
  try {
    await exploreStates({
      url: `${site.origin}/`,
      record,
      openBrowser: () => Promise.resolve({ ...browser, close: () => Promise.resolve() }),
      setting: equalitySetting(),
      limits: { ...usualExploreLimits, states },
      contexts: 2,
      candidates: { ...usualCandidates, ...application.tries },
      strip: [],
      plain: false,
      screenshots: false,
      visit: usualVisit,
      access: freeAccess,
      mayChange: () => false,
      reset: null,
      onEvent: () => undefined,
      signal: null,
    });
    return { url: `${site.origin}/`, states: record.states, tried: record.tries };
  } finally {
    await site.close();
  }
}
