import type { Match } from '../../../detect/index.ts';
import type { FlaggedState, State } from '../../../explore/index.ts';
import type { ReportedChange } from '../../../track/index.ts';

/** A state with its flag, and what changed in it. */
export interface StateChange extends FlaggedState {
  /** As it is now; as it was, if it is gone. */
  readonly state: State;
  readonly changes: readonly ReportedChange[];
  /** The number of changes that are counted but not listed. */
  readonly more: number;
}

interface ReportedExploration {
  readonly number: number;
  readonly startedAt: number;
}

/** What a detector found in a state. */
export interface StateMatch {
  readonly state: number;
  readonly match: Match;
}

/** What changed in an application between two explorations. */
export interface StateSummary {
  /** Null when there was none to compare with; then all states are new. */
  readonly earlier: ReportedExploration | null;
  readonly later: ReportedExploration;
  readonly states: readonly StateChange[];
  readonly matches: readonly StateMatch[];
}
