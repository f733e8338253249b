// States of applications that scripts build, in a real browser (D5, D6). See docs/states.md.
export { avoidedWords } from './candidates/avoided-words.ts';
export { type CandidateRules, usualCandidates } from './candidates/candidate-actions.ts';
export { endingsInWords, endsEarly, wasBrokenOff } from './endings.ts';
export { exploreStates } from './engine/explore.ts';
export { TapePlayer } from './engine/replay.ts';
export type {
  ExplorationRecord,
  ExplorationSoFar,
  Loads,
  SeenState,
  TriedAction,
} from './exploration-record.ts';
export {
  type Exploration,
  type ExploreEnding,
  type ExploreEvent,
  type ExploreLimits,
  type ExploreOptions,
  usualExploreLimits,
} from './explore-options.ts';
export { exploreOptionsOf } from './explore-options-of.ts';
export { actionInWords } from './graph/action-in-words.ts';
export { type FlaggedState, flagStates } from './graph/flag-states.ts';
export { matchStates } from './graph/match-states.ts';
export type { Action, State, StateGraph, Transition } from './graph/state-graph.ts';
export { actionsTo, waysToStates } from './graph/ways-to-states.ts';
export { MemoryRecord } from './memory-record.ts';
export type { Tape, TapedState, TapedTry } from './tape.ts';
export { usualVisit } from './visitor/visit-manner.ts';
