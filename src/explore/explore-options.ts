import type { ApplicationAccess } from '../access/index.ts';
import type { GuardedBrowser } from '../fetch/index.ts';
import type { NearDuplicates } from '../fingerprint/index.ts';
import { anyPattern, type StatesEntry, standInFor } from '../project/index.ts';
import { type CandidateRules, usualCandidates } from './candidates/candidate-actions.ts';
import type { ExplorationRecord, HeldChanges } from './exploration-record.ts';
import type { Action, State, StateGraph } from './graph/state-graph.ts';
import { usualVisit, type VisitManner } from './visitor/visit-manner.ts';

/** Limits of an exploration, for applications that never end. */
export interface ExploreLimits {
  readonly states: number;
  /** Actions in a row from the index. */
  readonly depth: number;
  readonly timeMs: number;
  /** States under one address, its fragment included. */
  readonly statesPerUrl: number;
  /** How many times in a row the same element is pressed when it only shows more of the same: another paragraph, the next number. */
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
  /** Where the exploration is recorded; an interrupted one continues. */
  readonly record: ExplorationRecord;
  /** Called at the beginning, and again when a page has crashed the browser. */
  readonly openBrowser: () => Promise<GuardedBrowser>;
  /** Decides whether two states are the same. */
  readonly setting: NearDuplicates<unknown>;
  readonly limits: ExploreLimits;
  /** Number of visitors at once. It changes the duration, not the result. */
  readonly contexts: number;
  readonly candidates: CandidateRules;
  /** Selectors of elements that are not part of any state. */
  readonly strip: readonly string[];
  /**
   * Compares pages as the browser has them: no attribute is left out, no noise is learned, and it is not checked whether the actions lead
   * to the same state again. Crawljax works this way; the option is for comparison.
   */
  readonly plain: boolean;
  readonly screenshots: boolean;
  readonly visit: VisitManner;
  /** How visitors get access to the application. */
  readonly access: ApplicationAccess;
  /** Whether changes may be sent to an address. Others are held: see `ChangeGuard`. */
  readonly mayChange: (url: string) => boolean;
  /** Called before each visit, to give the application its first data again; null when it needs none. */
  readonly reset: (() => Promise<void>) | null;
  readonly onEvent: (event: ExploreEvent) => void;
  /** Aborting it ends the exploration, which can continue later. */
  readonly signal: AbortSignal | null;
}

/** The events of an exploration, as they happen. */
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
  /** Requests that were not sent: by an action, or while the index was opened. */
  | {
      readonly event: 'held';
      readonly from: number;
      readonly action: Action | null;
      readonly requests: readonly string[];
    }
  | { readonly event: 'progress'; readonly states: number; readonly tried: number; readonly waiting: number };

/** Why an exploration ended: everything was tried, or which limit was reached first. */
export type ExploreEnding =
  | 'complete'
  | 'states'
  | 'depth'
  | 'states per address'
  | 'time'
  | 'interrupted'
  /** The log-in ended, or the application shows something else to all visitors. */
  | 'session'
  /** Not one action could be tried. */
  | 'failed';

export interface Exploration {
  readonly graph: StateGraph;
  readonly ending: ExploreEnding;
  readonly tried: number;
  /** Actions that led nowhere, with their reasons. */
  readonly failures: readonly { readonly from: number; readonly action: Action; readonly failure: string }[];
  /** Actions that worked at the second try only, with the failure of the first. */
  readonly unsteady: readonly { readonly from: number; readonly action: Action; readonly failure: string }[];
  /** What would have been sent and may change something. */
  readonly held: readonly HeldChanges[];
  /** Why it ended early, in words; '' when `ending` says all. */
  readonly reason: string;
  /** Labels of elements that were not pressed, with the reasons, each once. */
  readonly avoided: readonly { readonly label: string; readonly why: string }[];
}

/** How an exploration ended; null while it runs, and permanently after a kill. */
interface Ended {
  readonly ending: string | null;
}

/** Whether there is more to find, so that the next exploration continues: this one was cut off or stopped, or had no time left. */
export function endsEarly(exploration: Ended): boolean {
  return wasBrokenOff(exploration) || /^(?:stopped|time|session|failed)$/.test(exploration.ending ?? '');
}

/** Whether an exploration ended with its process, not on request. */
export function wasBrokenOff({ ending }: Ended): boolean {
  return ending === null || ending === 'interrupted';
}

/** Why an exploration ended, and what to do about it. */
export const endingsInWords: Readonly<Record<ExploreEnding, string>> = {
  complete: 'everything was tried',
  states: 'there are more states: raise --max-states',
  depth: 'there is more further on: raise --max-depth',
  'states per address': 'there are more states at some addresses: raise --max-states-per-url',
  time: 'time was up: raise --max-time',
  interrupted: 'interrupted',
  session: 'it could not go on as it had begun; the next exploration goes on from here',
  failed: 'not one action could be tried, so this says nothing about the application',
};

/** The options that decide which states are found, with defaults for missing ones. */
export function exploreOptionsOf(
  states: StatesEntry,
): Pick<ExploreOptions, 'limits' | 'contexts' | 'candidates' | 'strip' | 'mayChange' | 'visit'> {
  const usual = usualExploreLimits;
  const { include, exclude, press, avoid, pressAnything, hover, keys, scroll, fill = {}, seed } = states;
  const said = { include, exclude, press, avoid, pressAnything, hover, keys, scroll, seed };
  return {
    limits: {
      states: states.maxStates ?? usual.states,
      depth: states.maxDepth ?? usual.depth,
      timeMs: states.maxTime ?? usual.timeMs,
      statesPerUrl: states.maxStatesPerUrl ?? usual.statesPerUrl,
      repeats: states.maxRepeats ?? usual.repeats,
    },
    // Data that is reset for one visitor is reset for all.
    contexts: states.reset === undefined ? (states.contexts ?? 1) : 1,
    candidates: {
      ...usualCandidates,
      ...Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined)),
      fill: Object.entries(fill).map(([selector, value]) => ({ selector, value: standInFor(value) })),
    },
    strip: states.strip ?? [],
    mayChange: changesAllowed(states.allowChanges),
    visit: {
      ...usualVisit,
      settleMs: states.maxPageTime ?? usualVisit.settleMs,
      stuckMs: states.maxAnswerTime ?? usualVisit.stuckMs,
      longestTimerMs: states.maxTimer ?? usualVisit.longestTimerMs,
    },
  };
}

function changesAllowed(allowed: StatesEntry['allowChanges'] = false): ExploreOptions['mayChange'] {
  return typeof allowed === 'boolean' ? () => allowed : anyPattern(allowed);
}
