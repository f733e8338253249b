import { readForComparison, type Segment, segmentHtml } from '../../document/index.ts';
import {
  type ExplorationSoFar,
  flagStates,
  graphOf,
  matchStates,
  type State,
  type StateGraph,
} from '../../explore/index.ts';
import {
  type NearDuplicates,
  namedSetting,
  readSetting,
  settingAt,
  settingNames,
} from '../../fingerprint/index.ts';
import {
  asWritten,
  judgeVersions,
  type SegmentChange,
  type Snapshot,
  snapshotOf,
  tellChanges,
} from '../../track/index.ts';
import type { ExplorationSettings } from './open-exploration.ts';
import type { StateChange } from './state-graph/state-change.ts';
import type { StoredExploration } from './tables/exploration-tables.ts';

/** States whose distance is larger are never matched by their looks: more than half of what they show differs. */
const farthestOfOne = 0.5;

/** A state with its flag, and the segments that detectors read. */
export interface ComparedState extends StateChange {
  readonly html: string;
  /** All segments as they are now; none of a state that is gone. */
  readonly now: readonly Segment[];
  /** Null for a state that is new. */
  readonly before: readonly Segment[] | null;
  /** What is new or has changed, without noise; all of a state that is new. */
  readonly segments: readonly SegmentChange[];
}

/** Everything that an exploration found, with its stored row. */
export interface FoundExploration {
  readonly exploration: StoredExploration;
  readonly soFar: ExplorationSoFar;
}

export function settingsOf({ settings }: Pick<StoredExploration, 'settings'>): ExplorationSettings {
  return JSON.parse(settings) as ExplorationSettings;
}

/** A flag for every state of both explorations. Without an earlier one, all are new. */
export function compareExplorations(
  earlier: FoundExploration | null,
  later: FoundExploration,
): readonly ComparedState[] {
  const after = versionsOf(later);
  if (earlier === null)
    return after.graph.states.map((state) => ({
      ...{ flag: 'NEW', earlier: null, later: state.number, reason: 'new', state, changes: [], more: 0 },
      ...newText(after, state.number),
    }));
  return changesOf(later, versionsOf(earlier), after);
}

/** The states of an exploration, ready to be compared. */
interface Versions {
  readonly soFar: ExplorationSoFar;
  readonly graph: StateGraph;
  snapshotOf(number: number): Snapshot;
  htmlOf(number: number): string;
}

type Read = Pick<ComparedState, 'html' | 'now' | 'before' | 'segments'>;

function newText(after: Versions, number: number): Read {
  const now = after.snapshotOf(number).segments;
  const segments = now.map((segment) => ({ flag: 'new' as const, before: null, after: segment }));
  return { html: after.htmlOf(number), now, before: null, segments };
}

const nothing: Read = { html: '', now: [], before: null, segments: [] };

function changesOf(
  { exploration }: FoundExploration,
  before: Versions,
  after: Versions,
): readonly ComparedState[] {
  const { setting: name, threshold, written } = settingsOf(exploration);
  const distance = distanceBy(comparingSetting(name, written), before.soFar, after.soFar);
  const matches = matchStates(before.graph, after.graph, { distance, limit: farthestOfOne });
  const reported = new Map<number, ReturnType<typeof tellChanges>>();
  const read = new Map<number, Read>();
  const isChanged = (was: number, is: number): boolean => {
    // With the setting `structure`, other data in the same functions is not a change.
    if (name === 'structure' && distance(was, is) <= threshold) return false;
    const [last, now] = [before.snapshotOf(was), after.snapshotOf(is)];
    const judged = judgeVersions(last, now, [], asWritten);
    const page = tellChanges(judged, { last, now, identity: asWritten });
    reported.set(is, page);
    const segments = judged.filter(({ isNoise }) => !isNoise).map(({ change }) => change);
    read.set(is, { html: after.htmlOf(is), now: now.segments, before: last.segments, segments });
    return name === 'structure' || page.more > 0 || page.changes.some(({ isNoise }) => !isNoise);
  };
  const { tried, states } = after.soFar;
  const candidates = states.map((state) => state.candidates);
  return flagStates(before.graph, { graph: after.graph, candidates, tried }, matches, isChanged).map(
    (flagged) => {
      const { flag, later, earlier } = flagged;
      const state = later === null ? before.graph.states[earlier ?? 0] : after.graph.states[later];
      const page = flag === 'UPD' && later !== null ? reported.get(later) : undefined;
      const text =
        later === null || flag === 'SAM'
          ? nothing
          : flag === 'NEW'
            ? newText(after, later)
            : (read.get(later) ?? nothing);
      return {
        ...flagged,
        ...text,
        ...{ state: state as State, changes: page?.changes ?? [], more: page?.more ?? 0 },
      };
    },
  );
}

function versionsOf({ soFar, exploration }: FoundExploration): Versions {
  const strippedOf = (number: number) => soFar.states[number]?.stripped ?? '';
  return {
    soFar,
    graph: graphOf(soFar, settingsOf(exploration)),
    htmlOf: strippedOf,
    snapshotOf: (number) =>
      snapshotOf(segmentHtml(Buffer.from(strippedOf(number))).list, exploration.startedAt),
  };
}

/** The setting that an exploration was made with. */
function comparingSetting(name: string, written: string | undefined): NearDuplicates<unknown> {
  if (written !== undefined) return settingAt(readSetting(written));
  return namedSetting(settingNames.find((known) => known === name) ?? 'content');
}

/**
 * From 0 (equal) to 1 (nothing in common). Fingerprints are computed on demand: most states are equal to the letter.
 */
function distanceBy(setting: NearDuplicates<unknown>, before: ExplorationSoFar, after: ExplorationSoFar) {
  // Two texts that have nothing in common agree in half of the bits.
  const most = setting.farthest > 1 ? setting.farthest / 2 : 1;
  const prints = new Map<string, unknown>();
  const printOf = (stripped: string): unknown => {
    const known = prints.get(stripped);
    if (known !== undefined) return known;
    const print = setting.fingerprint(readForComparison(Buffer.from(stripped), 'text/html; charset=utf-8'));
    prints.set(stripped, print);
    return print;
  };
  return (was: number, is: number): number =>
    setting.distance(printOf(before.states[was]?.stripped ?? ''), printOf(after.states[is]?.stripped ?? '')) /
    most;
}
