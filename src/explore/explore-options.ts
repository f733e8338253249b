import type { ApplicationAccess } from '../access/index.ts';
import type { GuardedBrowser } from '../fetch/index.ts';
import type { NearDuplicates } from '../fingerprint/index.ts';
import type { CandidateRules } from './candidates/candidate-actions.ts';
import type { ExplorationRecord } from './exploration-record.ts';
import type { Action, State, StateGraph } from './graph/state-graph.ts';
import type { VisitManner } from './visitor/visit-manner.ts';

/** Where an exploration ends, even if the application never does. */
export interface ExploreLimits {
  readonly states: number;
  /** Actions in a row from the index. */
  readonly depth: number;
  readonly timeMs: number;
  /** States under one address, its fragment included. */
  readonly statesPerUrl: number;
  /** How often the same thing is pressed in a row when it only brings more of the same: another paragraph, the next number. */
  readonly repeats: number;
}

export const usualExploreLimits: ExploreLimits = {
  states: 200,
  depth: 10,
  timeMs: 30 * 60_000,
  statesPerUrl: 50,
  repeats: 3,
};

export interface ExploreOptions {
  readonly url: string;
  /** Where it is written down; one that was broken off goes on. */
  readonly record: ExplorationRecord;
  /** Called at the beginning, and again when a page has taken the browser with it. */
  readonly openBrowser: () => Promise<GuardedBrowser>;
  /** What makes two states the same. */
  readonly setting: NearDuplicates<unknown>;
  readonly limits: ExploreLimits;
  /** BrowserVisitors at once. They change how long it takes, not what is found. */
  readonly contexts: number;
  readonly candidates: CandidateRules;
  /** Selectors of what is no part of any state. */
  readonly strip: readonly string[];
  /**
   * Compares pages as the browser has them: no attribute is left out, no noise is learned, and nobody looks whether a way leads to the same state
   * again. So did Crawljax; it is for comparison with ours.
   */
  readonly plain: boolean;
  readonly screenshots: boolean;
  readonly visit: VisitManner;
  /** How visitors come in. */
  readonly access: ApplicationAccess;
  readonly onEvent: (event: ExploreEvent) => void;
  /** Aborting it ends the exploration; it can go on later. */
  readonly signal: AbortSignal | null;
}

/** What happens in an exploration, as it happens. */
export type ExploreEvent =
  | {
      readonly event: 'state';
      readonly state: State;
      readonly from: number | null;
      readonly action: Action | null;
    }
  | {
      readonly event: 'transition';
      readonly from: number;
      readonly to: number;
      readonly action: Action;
      readonly distance: number;
    }
  | { readonly event: 'failure'; readonly from: number; readonly action: Action; readonly failure: string }
  | { readonly event: 'note'; readonly from: number; readonly note: string }
  | { readonly event: 'progress'; readonly states: number; readonly tried: number; readonly waiting: number };

/** Why an exploration ended: everything was tried, or which limit was reached first. */
export type ExploreEnding = 'complete' | 'states' | 'depth' | 'states per address' | 'time' | 'interrupted';

export interface Exploration {
  readonly graph: StateGraph;
  readonly ending: ExploreEnding;
  readonly tried: number;
  /** Actions that led nowhere, with their reasons. */
  readonly failures: readonly { readonly from: number; readonly action: Action; readonly failure: string }[];
  /** Labels of what was not pressed, with the reasons, each once. */
  readonly avoided: readonly { readonly label: string; readonly why: string }[];
}
