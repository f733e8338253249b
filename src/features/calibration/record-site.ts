import { searchPath } from '../../config/index.ts';
import { withDefaults } from '../../crawl/run/begin-run.ts';
import { defineRun } from '../../crawl/run/define-run.ts';
import type { RunDependencies, RunRequest } from '../../crawl/run/run-request.ts';
import { enterApplication } from '../../crawl/site/enter-application.ts';
import { siteEgress, userAgentOf } from '../../crawl/site/site-network.ts';
import {
  type Exploration,
  type ExploreEvent,
  endsEarly,
  exploreOptionsOf,
  exploreStates,
} from '../../explore/index.ts';
import { openBrowser } from '../../fetch/index.ts';
import { equalitySetting } from '../../fingerprint/index.ts';
import type { StatesEntry } from '../../project/index.ts';
import { type RecordingSettings, siteRecorder } from './site-recording.ts';
import type { CalibrationSet, RecordedSite } from './tables/calibration-tables.ts';

interface RecordingRequest extends Pick<RunRequest, 'project' | 'url' | 'settings'> {
  readonly set: CalibrationSet;
  readonly states?: StatesEntry;
  readonly onEvent?: (event: ExploreEvent) => void;
  readonly onWait?: (until: number) => void;
  readonly signal?: AbortSignal;
}

interface KeptRecording {
  readonly site: RecordedSite;
  readonly exploration: Exploration;
  readonly resumed: boolean;
}

/** Every change is a state of its own (section 8.2.4), so a recording has more states than an exploration keeps. */
const usualStates: StatesEntry = { maxStates: 400, maxStatesPerUrl: 400 };

/**
 * Records an application for calibration, with pictures. It enters the application as an exploration of the same project does. Resumes an interrupted
 * recording of the same address.
 */
export async function recordSite(given: RunDependencies, request: RecordingRequest): Promise<KeptRecording> {
  const dependencies = withDefaults(given);
  const { store, config } = dependencies;
  const { set, signal = new AbortController().signal, onEvent = () => undefined } = request;
  const known = await store.projects.find(request.project);
  const definition = await defineRun(known, request, dependencies);
  const states = { ...usualStates, ...definition.states, ...request.states };
  const { limits, candidates, strip, contexts, mayChange, visit } = exploreOptionsOf(states);
  const application = await enterApplication({
    definition: { ...definition, states },
    ...dependencies,
    signal,
    onWait: request.onWait ?? (() => undefined),
  });
  let ending: Exploration['ending'] | null = null;
  try {
    const { timeMs: _, ...bounds } = limits;
    const settings: RecordingSettings = { strip, limits: bounds, candidates };
    const { site, resumed } = await opened(
      store.calibrations,
      set.id,
      application.start,
      JSON.stringify(settings),
    );
    const { secrets } = definition;
    const redact = (text: string) => (secrets.any ? secrets.redactor.text(text) : text);
    const egress = siteEgress(definition.hosts, definition.settings, config);
    const exploration = await exploreStates({
      url: application.start,
      limits,
      candidates,
      strip,
      contexts,
      mayChange,
      signal,
      onEvent,
      reset: null,
      setting: equalitySetting(),
      record: siteRecorder(store, set.id, site, redact),
      openBrowser: () =>
        openBrowser({ egress, program: config.browser, most: config.browsers, path: searchPath() }),
      plain: false,
      screenshots: true,
      visit: { ...visit, userAgent: userAgentOf(definition.settings) },
      access: application.access,
    });
    ending = exploration.ending;
    await store.calibrations.end(set.id, site.number, { endedAt: Date.now(), ending });
    return { site, exploration, resumed };
  } finally {
    await application.close(ending !== null && ending !== 'interrupted');
  }
}

async function opened(
  calibrations: RunDependencies['store']['calibrations'],
  setId: number,
  url: string,
  settings: string,
): Promise<{ readonly site: RecordedSite; readonly resumed: boolean }> {
  const cutOff = (await calibrations.sites(setId)).find(
    (site) => endsEarly(site) && site.url === url && site.settings === settings,
  );
  if (cutOff !== undefined) return { site: cutOff, resumed: true };
  const site = await calibrations.begin(setId, { url, settings, startedAt: Date.now() });
  return { site, resumed: false };
}
