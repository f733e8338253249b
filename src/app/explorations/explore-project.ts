import { environmentVariable, readConfig, searchPath } from '../../config/index.ts';
import { type Exploration, type ExploreEvent, exploreStates, usualVisit } from '../../explore/index.ts';
import { openBrowser } from '../../fetch/index.ts';
import type { StatesEntry } from '../../project/index.ts';
import type { StoredExploration } from '../../store/index.ts';
import { defineRun } from '../run/define-run.ts';
import type { RunRequest, RunSurroundings } from '../run/run-request.ts';
import { siteEgress, userAgentOf } from '../site/site-network.ts';
import { openApplicationDoor } from './application-door.ts';
import { chosenSetting } from './chosen-setting.ts';
import { endExploration } from './end-exploration.ts';
import { exploreOptionsOf } from './explore-options-of.ts';
import { openExploration } from './open-exploration.ts';

/** What to explore, and how. The address is null for a project that is stored. */
export interface ExplorationRequest extends Pick<RunRequest, 'project' | 'url' | 'settings'> {
  /** What the project itself does not say, or says otherwise. */
  readonly states?: StatesEntry;
  readonly screenshots?: boolean;
  readonly onEvent?: (event: ExploreEvent) => void;
  /** Called while no requests are allowed at this hour. */
  readonly onWait?: (until: number) => void;
  /** Aborting it ends the exploration; it can go on later. */
  readonly signal?: AbortSignal;
}

export interface KeptExploration {
  readonly exploration: Exploration;
  readonly stored: StoredExploration;
  readonly resumed: boolean;
  readonly hasChannels: boolean;
}

/**
 * Explores the application of a project, and keeps what is found; one that was broken off goes on. It enters as a crawl does: with the project's log-in, steps,
 * rules, pace and hours. Throws errors in the request before anything is sent to the site.
 */
export async function exploreProject(
  given: RunSurroundings,
  request: ExplorationRequest,
): Promise<KeptExploration> {
  const surroundings = { environment: environmentVariable, ...given, config: given.config ?? readConfig() };
  const { store, config } = surroundings;
  const { screenshots = false, signal = new AbortController().signal, onEvent = () => undefined } = request;
  const known = await store.projects.find(request.project);
  const definition = await defineRun(known, request, surroundings);
  const states = { ...definition.states, ...request.states };
  const setting = await chosenSetting(store, states);
  const { limits, ...options } = exploreOptionsOf(states);
  const door = await openApplicationDoor({
    definition: { ...definition, states },
    ...{ surroundings, signal, onWait: request.onWait ?? (() => undefined) },
  });
  let ending: Exploration['ending'] | null = null;
  try {
    // How long it may take is no part of what it finds: with more time it goes on.
    const { timeMs: _, ...bounds } = limits;
    const { candidates, strip } = options;
    const open = await openExploration(store, {
      project: request.project,
      url: door.start,
      settings: {
        setting: setting.name,
        threshold: setting.threshold,
        limits: bounds,
        candidates,
        strip,
        screenshots,
      },
      storedWithProject: definition.storedWithProject,
      redact: definition.secrets.any ? (text) => definition.secrets.redactor.text(text) : null,
    });
    try {
      const egress = siteEgress(definition.hosts, definition.settings, config);
      const exploration = await exploreStates({
        ...options,
        ...{ url: door.start, record: open.record, setting, limits, screenshots, signal, onEvent },
        openBrowser: () => openBrowser({ egress, program: config.browser, path: searchPath() }),
        plain: false,
        visit: { ...usualVisit, userAgent: userAgentOf(definition.settings) },
        access: door.access,
      });
      ending = exploration.ending;
      await endExploration(store, open.exploration, ending, definition);
      return {
        ...{ exploration, stored: open.exploration, resumed: open.resumed },
        hasChannels: definition.notify.length > 0,
      };
    } finally {
      await open.close(null);
    }
  } finally {
    await door.close(ending !== null && ending !== 'interrupted');
  }
}
