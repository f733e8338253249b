import { readForComparison, segmentHtml } from '../../document/index.ts';
import {
  type ExplorationSoFar,
  flagStates,
  matchStates,
  type State,
  type StateGraph,
  type Transition,
} from '../../explore/index.ts';
import { namedSetting, type SettingName, settingNames } from '../../fingerprint/index.ts';
import type { StateChange, StateNews } from '../../publish/index.ts';
import type { Store, StoredExploration } from '../../store/index.ts';
import { asWritten, judgeVersions, type Snapshot, snapshotOf, tellChanges } from '../../track/index.ts';
import { type ExplorationSettings, endsEarly } from './open-exploration.ts';
import { exploredSoFar } from './stored-record.ts';

/** States that are farther apart than half of what they show are never taken for one by their looks. */
const farthestOfOne = 0.5;

/** Compares an exploration with the last one before it that started at the same address, had the same setting, and was not broken off. */
export async function stateNews(
  store: Pick<Store, 'explorations' | 'contents'>,
  later: StoredExploration,
): Promise<StateNews> {
  const { setting } = settingsOf(later);
  const all = await store.explorations.list(later.projectId);
  const earlier = all.find(
    (other) =>
      other.number < later.number &&
      other.url === later.url &&
      !endsEarly(other) &&
      settingsOf(other).setting === setting,
  );
  if (earlier === undefined) return { earlier: null, later, states: [] };
  const [before, after] = [await exploredSoFar(store, earlier.id), await exploredSoFar(store, later.id)];
  return { earlier, later, states: changesOf(later, versionsOf(before, earlier), versionsOf(after, later)) };
}

/** The states of an exploration, ready to be compared. */
interface Versions {
  readonly soFar: ExplorationSoFar;
  readonly graph: StateGraph;
  snapshotOf(number: number): Snapshot;
}

function changesOf(later: StoredExploration, before: Versions, after: Versions): readonly StateChange[] {
  const { setting, threshold } = settingsOf(later);
  const name = settingNames.find((known) => known === setting) ?? 'content';
  const distance = distanceBy(name, before.soFar, after.soFar);
  const matches = matchStates(before.graph, after.graph, { distance, limit: farthestOfOne });
  const told = new Map<number, ReturnType<typeof tellChanges>>();
  const isChanged = (was: number, is: number): boolean => {
    // Other data in the same functions is no change to those who asked for functions.
    if (name === 'structure' && distance(was, is) <= threshold) return false;
    const [last, now] = [before.snapshotOf(was), after.snapshotOf(is)];
    const page = tellChanges(judgeVersions(last, now, [], asWritten), { last, now, identity: asWritten });
    told.set(is, page);
    return name === 'structure' || page.more > 0 || page.changes.some(({ isNoise }) => !isNoise);
  };
  const { tried, states } = after.soFar;
  const candidates = states.map((state) => state.candidates);
  return flagStates(before.graph, { graph: after.graph, candidates, tried }, matches, isChanged).map(
    (flagged) => {
      const state =
        flagged.later === null
          ? before.graph.states[flagged.earlier ?? 0]
          : after.graph.states[flagged.later];
      const page = flagged.flag === 'UPD' && flagged.later !== null ? told.get(flagged.later) : undefined;
      return { ...flagged, state: state as State, changes: page?.changes ?? [], more: page?.more ?? 0 };
    },
  );
}

function versionsOf(soFar: ExplorationSoFar, exploration: StoredExploration): Versions {
  const { setting, threshold } = settingsOf(exploration);
  return {
    soFar,
    graph: {
      setting,
      threshold,
      states: soFar.states.map(({ state }) => state),
      transitions: soFar.tried.flatMap(({ transition }): readonly Transition[] =>
        transition === null ? [] : [transition],
      ),
      distances: soFar.states.map(({ distances }) => distances),
    },
    snapshotOf: (number) =>
      snapshotOf(segmentHtml(Buffer.from(soFar.states[number]?.stripped ?? '')).list, exploration.startedAt),
  };
}

/** Fingerprints are made when they are asked for: most states are the same to the letter. */
function distanceBy(name: SettingName, before: ExplorationSoFar, after: ExplorationSoFar) {
  const setting = namedSetting(name);
  const prints = new Map<string, unknown>();
  const printOf = (stripped: string): unknown => {
    const known = prints.get(stripped);
    if (known !== undefined) return known;
    const print = setting.fingerprint(readForComparison(Buffer.from(stripped), 'text/html; charset=utf-8'));
    prints.set(stripped, print);
    return print;
  };
  return (was: number, is: number): number =>
    setting.distance(printOf(before.states[was]?.stripped ?? ''), printOf(after.states[is]?.stripped ?? ''));
}

function settingsOf({ settings }: StoredExploration): ExplorationSettings {
  return JSON.parse(settings) as ExplorationSettings;
}
