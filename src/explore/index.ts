// Explores the states of applications that scripts build, in a real browser. See docs/states.md.
export { avoidedWords } from './candidates/avoid.ts';
export { type CandidateRules, usualCandidates } from './candidates/candidate-actions.ts';
export { exploreStates } from './engine/explorer.ts';
export { RecordingPlayer } from './engine/replay.ts';
export { ExploreError } from './errors.ts';
export {
  type ExplorationRecord,
  type ExplorationSoFar,
  graphOf,
  type Loads,
  MemoryRecord,
  type RecordedState,
  type RecordedTry,
  type SeenState,
  type StateRecording,
  type TriedAction,
} from './exploration-record.ts';
export {
  type Exploration,
  type ExploreEnding,
  type ExploreEvent,
  type ExploreLimits,
  type ExploreOptions,
  endingsInWords,
  endsEarly,
  exploreOptionsOf,
  usualExploreLimits,
  wasBrokenOff,
} from './explore-options.ts';
export { type FlaggedState, flagStates } from './graph/flag-states.ts';
export { matchStates } from './graph/match-states.ts';
export {
  type Action,
  actionInWords,
  actionsTo,
  type State,
  type StateGraph,
  type Transition,
  waysToStates,
} from './graph/state-graph.ts';
export { usualVisit } from './visitor/visit-manner.ts';
