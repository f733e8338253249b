import type { State, StateGraph, Transition } from '../../../explore/index.ts';

/** What a state showed. */
export interface StateContent {
  readonly html: string;
  /** PNG; null where none was taken. */
  readonly screenshot: Uint8Array | null;
}

/** An exploration, as its overview shows it. */
export interface Overview {
  readonly url: string;
  /** When it began, in milliseconds. */
  readonly at: number;
  readonly graph: StateGraph;
  /** Asked once for each state, one after the other: not all of them have to be in memory. */
  readonly contentOf: (number: number) => Promise<StateContent>;
}

/** A transition without what only a browser would need to repeat it. */
export interface ShownTransition extends Pick<Transition, 'from' | 'to' | 'distance'> {
  readonly says: string;
}

/** What the script of the overview finds in the file, beside a picture and the DOM of each state. */
export interface OverviewData {
  readonly url: string;
  readonly threshold: number;
  readonly states: readonly State[];
  readonly transitions: readonly ShownTransition[];
  readonly distances: StateGraph['distances'];
}
