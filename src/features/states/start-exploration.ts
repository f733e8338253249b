import { searchPath } from '../../config/index.ts';
import { withDefaults } from '../../crawl/run/begin-run.ts';
import { defineRun, type RunDefinition } from '../../crawl/run/define-run.ts';
import { AppError } from '../../crawl/run/errors.ts';
import {
  type ExplorationEnding,
  type ExplorationHandle,
  type ExplorationProgress,
  recommendedSetting,
  type ScheduledExploration,
} from '../../crawl/run/explorations.ts';
import type { ProcessContext, RunDependencies, RunRequest } from '../../crawl/run/run-request.ts';
import { type EnteredApplication, enterApplication } from '../../crawl/site/enter-application.ts';
import { siteEgress, userAgentOf } from '../../crawl/site/site-network.ts';
import type { Store } from '../../database/store.ts';
import {
  type Exploration,
  type ExploreEvent,
  endsEarly,
  exploreOptionsOf,
  exploreStates,
} from '../../explore/index.ts';
import { openBrowser } from '../../fetch/index.ts';
import {
  type NearDuplicates,
  namedSetting,
  readSetting,
  settingAt,
  settingNames,
  writeSetting,
} from '../../fingerprint/index.ts';
import type { StatesEntry } from '../../project/index.ts';
import type { WorkInThread } from '../feature.ts';
import { detectInStates } from './detect-in-states.ts';
import { explorationBefore } from './exploration-before.ts';
import { type OpenExploration, openExploration } from './open-exploration.ts';
import { resetOf } from './reset-application.ts';
import type { StateSummary } from './state-graph/state-change.ts';
import { comparedExploration, summaryOf } from './state-summary.ts';
import type { StoredExploration } from './tables/exploration-tables.ts';

interface KeptExploration extends ExplorationEnding {
  readonly exploration: Exploration;
  readonly stored: StoredExploration;
  readonly resumed: boolean;
  readonly hasChannels: boolean;
}

/** What to explore, and how. The address is null for a project that is stored. */
export interface ExplorationRequest extends Pick<RunRequest, 'project' | 'url' | 'settings'> {
  /** Adds to what the project itself says, or overrides it. */
  readonly states?: StatesEntry;
  /** A command of this machine that is run before each visit; only who starts the program may give one. */
  readonly resetCommand?: string;
  readonly screenshots?: boolean;
  readonly onEvent?: (event: ExploreEvent) => void;
  /** Called when the exploration waits because no requests are allowed at this hour. */
  readonly onWait?: (until: number) => void;
  /** Aborting it ends the exploration; it can go on later. */
  readonly signal?: AbortSignal;
}

/** What may be changed, and how that is undone; see `StatesEntry`. */
interface Changes {
  readonly reset: StatesEntry['reset'] | undefined;
  readonly allowChanges: StatesEntry['allowChanges'] | undefined;
}

/** What an exploration needs after it has begun. */
interface Begun {
  readonly dependencies: ProcessContext;
  readonly request: ExplorationRequest;
  readonly definition: RunDefinition;
  readonly options: ReturnType<typeof exploreOptionsOf> & ChosenSetting & Changes;
  readonly application: EnteredApplication;
  readonly open: OpenExploration;
}

/** Explores until the end: see `startExploration`. */
export async function exploreProject(
  given: RunDependencies,
  request: ExplorationRequest,
): Promise<KeptExploration> {
  return (await startExploration(given, request)).ended;
}

/**
 * Explores the application of a project, and stores what it finds; continues one that was broken off. It visits the site as a crawl does: with the
 * project's log-in, steps, rules, pace and hours. Throws errors in the request before anything is sent to the site, and STORE_LOCKED while the
 * project is crawled or explored.
 */
export async function startExploration(
  given: RunDependencies,
  request: ExplorationRequest,
): Promise<ExplorationHandle & { readonly ended: Promise<KeptExploration> }> {
  const dependencies = withDefaults(given);
  const { store, clock } = dependencies;
  const stopping = new AbortController();
  const signal = AbortSignal.any([
    stopping.signal,
    ...(request.signal === undefined ? [] : [request.signal]),
  ]);
  const known = await store.projects.find(request.project);
  const definition = await defineRun(known, request, dependencies);
  const states = { ...definition.states, ...request.states };
  const options = {
    ...{ reset: states.reset, allowChanges: states.allowChanges },
    ...exploreOptionsOf(request.resetCommand === undefined ? states : { ...states, contexts: 1 }),
    ...(await chosenSetting(store, states)),
  };
  const application = await enterApplication({
    definition: { ...definition, states },
    ...dependencies,
    signal,
    onWait: request.onWait ?? (() => undefined),
  });
  const open = await openExploration(
    store,
    wantedExploration(request, definition, options, application),
    clock.now,
  ).catch(async (error: unknown) => {
    await application.close(false);
    throw error;
  });
  let stopReason: 'stopped' | null = null;
  let progress: ExplorationProgress = { states: 0, tried: 0, waiting: 0 };
  const ended = exploreToEnd(
    { dependencies, request, definition, options, application, open },
    signal,
    () => stopReason,
    (event) => {
      if (event.event === 'progress') {
        const { event: _, ...counts } = event;
        progress = counts;
      }
      request.onEvent?.(event);
    },
  );
  ended.catch(() => undefined); // the caller may not be waiting for the end
  return {
    project: request.project,
    number: open.exploration.number,
    resumed: open.resumed,
    hasChannels: definition.notify.length > 0,
    progress: () => progress,
    stop: (reason) => {
      if (!signal.aborted) stopReason = reason ?? null;
      stopping.abort();
    },
    ended,
  };
}

/** The settings that decide which states are found. The time limit is not one of them: with more time, the same exploration goes on. */
function wantedExploration(
  { project, screenshots = false }: ExplorationRequest,
  { storedWithProject, secrets }: RunDefinition,
  { limits, setting, written, candidates, strip, allowChanges }: Begun['options'],
  { start }: EnteredApplication,
) {
  const { timeMs: _, ...bounds } = limits;
  const { name, threshold } = setting;
  return {
    project,
    url: start,
    settings: {
      ...{ setting: name, threshold, limits: bounds, candidates, strip, screenshots },
      ...(written === null ? {} : { written }),
      ...(allowChanges === undefined ? {} : { allowChanges }),
    },
    storedWithProject,
    redact: secrets.any ? (text: string) => secrets.redactor.text(text) : null,
  };
}

async function exploreToEnd(
  { dependencies, request, definition, options, application, open }: Begun,
  signal: AbortSignal,
  stopReason: () => 'stopped' | null,
  onEvent: (event: ExploreEvent) => void,
): Promise<KeptExploration> {
  const { store, config, clock } = dependencies;
  let isFinished = false;
  try {
    const egress = siteEgress(definition.hosts, definition.settings, config);
    const exploration = await exploreStates({
      ...options,
      ...{ url: application.start, record: open.record, signal, onEvent },
      screenshots: request.screenshots ?? false,
      reset: resetOf({ address: options.reset, command: request.resetCommand }, definition, config),
      openBrowser: () =>
        openBrowser({ egress, program: config.browser, most: config.browsers, path: searchPath() }),
      plain: false,
      visit: { ...options.visit, userAgent: userAgentOf(definition.settings) },
      access: application.access,
    });
    const { ending } = exploration;
    isFinished = ending !== 'interrupted';
    const reported = isFinished ? ending : (stopReason() ?? ending);
    await endExploration(store, open.exploration, reported, definition, clock.now());
    const { exploration: stored, resumed } = open;
    return {
      ...{ number: stored.number, ending, states: exploration.graph.states.length },
      ...{ exploration, stored, resumed, hasChannels: definition.notify.length > 0 },
    };
  } finally {
    await open.close(null);
    await application.close(isFinished);
  }
}

/**
 * Stores how an exploration ended. If there is nothing more to find, its report is stored in the same transaction: changes, matches of detectors, and
 * notifications. After a kill this is repeated, without writing notifications twice.
 */
export async function endExploration(
  store: Store,
  exploration: StoredExploration,
  ending: Exploration['ending'] | 'stopped',
  definition: Pick<RunDefinition, 'project' | 'detectors' | 'notify'>,
  now: number = Date.now(),
): Promise<StateSummary | null> {
  if (endsEarly({ ending })) {
    await store.explorations.end(exploration.id, { endedAt: now, ending });
    return null;
  }
  const { projectId } = exploration;
  const earlier = explorationBefore(await store.explorations.list(projectId), exploration);
  const compared = await comparedExploration(store, exploration, earlier);
  const before = earlier === null ? null : await store.explorations.reported(earlier.id);
  const found = await detectInStates(compared, {
    ...{ definition, projectId, now },
    results: before?.results ?? null,
  });
  const summary = summaryOf(compared, found.matches);
  const { results, rows } = found;
  await store.explorations.end(exploration.id, {
    ...{ endedAt: now, ending },
    reported: { projectId, summary: JSON.stringify(summary), results, rows },
  });
  return summary;
}

/** An exploration in a thread of the server. */
export async function exploreInThread({
  context,
  given,
  signal,
  begun,
  tell,
  onStop,
}: WorkInThread): Promise<null> {
  const handle = await startExploration(context, {
    ...(given as Omit<ScheduledExploration, 'signal'>),
    signal,
    onEvent: (event) => {
      if (event.event !== 'progress') return;
      const { event: _, ...progress } = event;
      tell({ progress });
    },
  });
  const { project, number, resumed, hasChannels } = handle;
  begun({ project, number, resumed, hasChannels, progress: handle.progress() });
  onStop((reason) => handle.stop(reason === 'stopped' ? reason : undefined));
  await handle.ended;
  // The graph of states is in the database, and may be large.
  return null;
}

/** A setting, and its written form; null for the settings that have names. */
interface ChosenSetting {
  readonly setting: NearDuplicates<unknown>;
  readonly written: string | null;
}

/**
 * The setting that decides whether two states are the same: one of the two named settings, a written one (`broder/words:3@0.2`), or the
 * one recommended for a calibration set. Throws FINGERPRINT_OPTION_INVALID, CALIBRATE_SET_UNKNOWN, and APP_SETTING_INVALID for a set
 * without a recommendation.
 */
async function chosenSetting(
  store: Store,
  { setting = 'content', threshold }: Pick<StatesEntry, 'setting' | 'threshold'>,
): Promise<ChosenSetting> {
  const named = settingNames.find((name) => name === setting);
  if (named !== undefined) return { setting: namedSetting(named, threshold), written: null };
  const point = readSetting(setting.includes('@') ? setting : await settingOfSet(store, setting));
  const chosen = { ...point, threshold: threshold ?? point.threshold };
  return { setting: settingAt(chosen), written: writeSetting(chosen) };
}

async function settingOfSet(store: Store, name: string): Promise<string> {
  const chosen = (await recommendedSetting.added?.(store, name)) ?? null;
  if (chosen !== null) return chosen;
  throw new AppError(
    'APP_SETTING_INVALID',
    `No setting was recommended for the calibration set "${name}" yet. "tidemark calibrate report '${name}'" does, once it is judged.`,
  );
}
