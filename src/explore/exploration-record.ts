import type { Action, ElementPlace, State, Transition } from './graph/state-graph.ts';

/** Something that could be pressed in a state and never is: it deletes, buys, sends or logs out. */
export interface AvoidedElement {
  readonly place: ElementPlace;
  /** For people: `"delete" is not pressed`. */
  readonly why: string;
}

/** A state with everything that is kept of it. */
export interface SeenState {
  readonly state: State;
  /** The page as the browser had it, after the noise that was learned by loading it twice was marked or taken out. */
  readonly html: string;
  /** The content that was compared: stripped of scripts, styles and noise. */
  readonly stripped: string;
  /** PNG; null where none was asked for. */
  readonly screenshot: Uint8Array | null;
  /** To every state with a smaller number, in their order. */
  readonly distances: readonly number[];
  /** What can be done in it, in the order in which it is tried. */
  readonly candidates: readonly Action[];
  readonly avoided: readonly AvoidedElement[];
}

/** One action that was tried: where it led, or why it led nowhere. */
export interface TriedAction {
  readonly from: number;
  /** Its place in the candidates of that state. */
  readonly candidate: number;
  /** null when nothing new was seen, or when it failed. */
  readonly transition: Transition | null;
  /** A sentence for people; '' when it worked. */
  readonly failure: string;
}

/**
 * A page that was not known at once, as visitors saw it: first the one who pressed, then those who came after him to see what differs. null for one who
 * did not come there. Empty for what was recognised at once. Only recordings keep it.
 */
export type Loads = readonly (string | null)[];

/** What an exploration that was broken off knew: it goes on from here. */
export interface ExplorationSoFar {
  readonly states: readonly SeenState[];
  readonly tried: readonly TriedAction[];
}

/**
 * Where an exploration is written down while it goes on. What `tried` has taken is kept for good when its promise is fulfilled, together with the
 * state that it found: after a kill -9 no action is lost and none is counted twice.
 */
export interface ExplorationRecord {
  soFar(): Promise<ExplorationSoFar>;
  index(found: SeenState, loads: Loads): Promise<void>;
  tried(action: TriedAction, found: SeenState | null, loads: Loads): Promise<void>;
}

/** Keeps an exploration for as long as the program runs. */
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

/** A state as it was recorded, with all that visitors saw of it when it was found. */
export interface RecordedState extends Omit<SeenState, 'screenshot' | 'distances'> {
  readonly loads: Loads;
}

/** An action as it was recorded. */
export interface RecordedTry extends TriedAction {
  readonly loads: Loads;
}

/**
 * Everything that visitors saw in an application while every change counted as a state of its own: it can be explored again without a browser, with any
 * setting (D7).
 */
export interface StateRecording {
  readonly url: string;
  readonly states: readonly RecordedState[];
  readonly tried: readonly RecordedTry[];
}
