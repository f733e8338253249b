import type { Action, ElementPlace, State, StateGraph, Transition } from './graph/state-graph.ts';

/** An element that could be pressed in a state and never is: it deletes, buys, sends or logs out. */
export interface AvoidedElement {
  readonly place: ElementPlace;
  /** For people: `"delete" is not pressed`. */
  readonly why: string;
}

/** A state with everything that is kept of it. */
export interface SeenState {
  readonly state: State;
  /** The page as the browser had it. Noise that was learned by loading the page twice is marked or removed. */
  readonly html: string;
  /** The content that is compared: without scripts, styles and noise. */
  readonly stripped: string;
  /** PNG; null when no screenshots are taken. */
  readonly screenshot: Uint8Array | null;
  /** Distances to every state with a smaller number, in their order. */
  readonly distances: readonly number[];
  /** The possible actions, in the order in which they are tried. */
  readonly candidates: readonly Action[];
  readonly avoided: readonly AvoidedElement[];
  /** Requests that were held while the index was opened, in words. */
  readonly held?: readonly string[];
}

/** One action that was tried: where it led, or why it led nowhere. */
export interface TriedAction {
  readonly from: number;
  /** Its index in the candidates of that state. */
  readonly candidate: number;
  /** null when nothing new was seen, or when it failed. */
  readonly transition: Transition | null;
  /** A sentence for people; '' when it worked. */
  readonly failure: string;
  /** Requests that were held, in words. */
  readonly held?: readonly string[];
  /** Why the first try failed, when a second one worked. */
  readonly unsteady?: string;
}

/** Requests that were held, in words: by an action in a state, or while the index was opened. */
export interface HeldChanges {
  readonly from: number;
  readonly action: Action | null;
  readonly requests: readonly string[];
}

/**
 * A page that was not recognised at once, as visitors saw it: first the visitor that performed the action, then those that came later to
 * find differences. null for a visitor that did not get there. Empty for a page that was recognised at once. Only recordings keep it.
 */
export type Loads = readonly (string | null)[];

/** The state of an interrupted exploration, from which it continues. */
export interface ExplorationSoFar {
  readonly states: readonly SeenState[];
  readonly tried: readonly TriedAction[];
}

export const graphOf = (
  { states, tried }: ExplorationSoFar,
  { setting, threshold }: Pick<StateGraph, 'setting' | 'threshold'>,
): StateGraph => ({
  setting,
  threshold,
  states: states.map(({ state }) => state),
  transitions: tried.flatMap(({ transition }) => transition ?? []),
  distances: states.map(({ distances }) => distances),
});

/** The actions that were tried, as they are done. */
export function withActions({
  states,
  tried,
}: ExplorationSoFar): readonly (TriedAction & { readonly action: Action })[] {
  return tried.flatMap((each) => {
    const action = states[each.from]?.candidates[each.candidate];
    return action === undefined ? [] : [{ ...each, action }];
  });
}

/** What would have been sent and may change something: while the index was opened, and by actions. */
export function heldChanges(soFar: ExplorationSoFar): readonly HeldChanges[] {
  const opening = soFar.states.flatMap(({ state, held = [] }) =>
    held.length === 0 ? [] : [{ from: state.number, action: null, requests: held }],
  );
  const pressing = withActions(soFar).flatMap(({ from, action, held = [] }) =>
    held.length === 0 ? [] : [{ from, action, requests: held }],
  );
  return [...opening, ...pressing];
}

/**
 * Where an exploration is recorded while it runs. When the promise of `tried` is fulfilled, the action and its state are durable: after a kill -9 no
 * action is lost or counted twice.
 */
export interface ExplorationRecord {
  soFar(): Promise<ExplorationSoFar>;
  index(found: SeenState, loads: Loads): Promise<void>;
  tried(action: TriedAction, found: SeenState | null, loads: Loads): Promise<void>;
}

/** Keeps an exploration in memory, as long as the program runs. */
export class MemoryRecord implements ExplorationRecord {
  readonly #states: SeenState[] = [];
  readonly #tried: TriedAction[] = [];

  async soFar(): Promise<ExplorationSoFar> {
    return { states: [...this.#states], tried: [...this.#tried] };
  }

  async index(found: SeenState): Promise<void> {
    this.#states.push(found);
  }

  async tried(action: TriedAction, found: SeenState | null): Promise<void> {
    if (found !== null) this.#states.push(found);
    this.#tried.push(action);
  }
}

/** A recorded state, with everything that visitors saw of it when it was found. */
export interface RecordedState extends Omit<SeenState, 'screenshot' | 'distances'> {
  readonly loads: Loads;
}

/** A recorded action. */
export interface RecordedTry extends TriedAction {
  readonly loads: Loads;
}

/**
 * Everything that visitors saw in an application while every change counted as a separate state: the application can be explored again from
 * it without a browser, with any setting.
 */
export interface StateRecording {
  readonly url: string;
  readonly states: readonly RecordedState[];
  readonly tried: readonly RecordedTry[];
}
