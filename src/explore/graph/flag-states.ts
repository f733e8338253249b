import type { TriedAction } from '../exploration-record.ts';
import { isSameAction, type MatchedStates } from './match-states.ts';
import { type Action, actionInWords, type StateGraph, waysToStates } from './state-graph.ts';

/** What a later exploration knew besides its graph. */
export interface TriedExploration {
  readonly graph: StateGraph;
  /** The possible actions of each state. */
  readonly candidates: readonly (readonly Action[])[];
  readonly tried: readonly TriedAction[];
}

/**
 * What happened to a state since an earlier exploration, with the flags of pages. ERR means that it is unknown; a state that the later
 * exploration did not reach has no flag.
 */
export interface FlaggedState {
  readonly flag: 'NEW' | 'UPD' | 'SAM' | 'MIS' | 'ERR' | null;
  readonly earlier: number | null;
  readonly later: number | null;
  /** In words for people. */
  readonly reason: string;
}

/** A flag for every state of both explorations. `isChanged` is called for states that are not exactly the same. */
export function flagStates(
  earlier: StateGraph,
  later: TriedExploration,
  matches: readonly MatchedStates[],
  isChanged: (earlier: number, later: number) => boolean,
): readonly FlaggedState[] {
  const byLater = new Map(matches.map((match) => [match.later, match]));
  const byEarlier = new Map(matches.map((match) => [match.earlier, match]));
  const ways = waysToStates(later.graph);
  const seen = later.graph.states.map(({ number, hash }): FlaggedState => {
    const match = byLater.get(number);
    if (match === undefined) {
      const way = ways.get(number);
      const reason = way === undefined ? 'new' : `new: ${actionInWords(way.action)} in state ${way.from}`;
      return { flag: 'NEW', earlier: null, later: number, reason };
    }
    const isSame = earlier.states[match.earlier]?.hash === hash || !isChanged(match.earlier, number);
    const known = { earlier: match.earlier, later: number };
    return isSame
      ? { ...known, flag: 'SAM', reason: '' }
      : { ...known, flag: 'UPD', reason: `known by ${match.by}` };
  });
  return [...seen, ...lostStates(earlier, later, byEarlier)];
}

/** States that were not seen again, each after the state that led to it: a state behind a lost state is lost, too. */
function lostStates(
  earlier: StateGraph,
  later: TriedExploration,
  byEarlier: ReadonlyMap<number, MatchedStates>,
): readonly FlaggedState[] {
  const tries = Map.groupBy(later.tried, ({ from }) => from);
  const fates = new Map<number, FlaggedState>();
  for (const [number, way] of waysToStates(earlier)) {
    if (byEarlier.has(number)) continue;
    const match = byEarlier.get(way.from);
    const before = fates.get(way.from);
    const fate =
      match === undefined
        ? behind(before)
        : fateOf(way.action, later.candidates[match.later] ?? [], match.later, tries.get(match.later) ?? []);
    fates.set(number, { ...fate, earlier: number, later: null });
  }
  return earlier.states.flatMap(({ number }) => fates.get(number) ?? []);
}

type Fate = Pick<FlaggedState, 'flag' | 'reason'>;

function behind(lost: FlaggedState | undefined): Fate {
  const { flag = 'MIS', earlier = null } = lost ?? {};
  return { flag, reason: `behind state ${earlier}, which ${flag === 'MIS' ? 'is gone' : 'was not reached'}` };
}

/** What happened to the action that led to a state, in the state where it starts. */
function fateOf(
  action: Action,
  candidates: readonly Action[],
  state: number,
  tries: readonly TriedAction[],
): Fate {
  const says = actionInWords(action);
  const candidate = candidates.findIndex((other) => isSameAction(action, other));
  if (candidate < 0) return { flag: 'MIS', reason: `one can no longer ${says} in state ${state}` };
  const tried = tries.find((one) => one.candidate === candidate);
  if (tried === undefined)
    return { flag: null, reason: `not reached: nothing tried to ${says} in state ${state}` };
  if (tried.failure !== '')
    return { flag: 'ERR', reason: `to ${says} in state ${state} failed: ${tried.failure}` };
  const leads = tried.transition === null ? 'changes nothing' : `leads to state ${tried.transition.to}`;
  return { flag: 'MIS', reason: `to ${says} in state ${state} now ${leads}` };
}
