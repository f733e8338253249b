import type { ExploredGraph, RemovedState } from './at-threshold.ts';

export interface StateView {
  /** In the order of discovery; 0 is the state that the address itself shows. */
  readonly number: number;
  readonly url: string;
  readonly title: string;
}

export interface TransitionView {
  readonly from: number;
  readonly to: number;
  /** 0, or the distance between what was seen and `to`, of which it is a near-duplicate. */
  readonly distance: number;
  /** What to do: `click the button “Save”`. */
  readonly says: string;
}

/** Requests that were not sent, since they may change something. */
export interface HeldInWords {
  readonly from: number;
  /** What was done: `click the button “+”`. */
  readonly says: string;
  /** `DELETE /cards/7` */
  readonly requests: readonly string[];
}

/** What `readStateGraph` answers in the format json. */
export interface StateGraphView extends ExploredGraph<StateView, TransitionView> {
  readonly setting: string;
  readonly removed: readonly RemovedState[];
  /** The states that have pictures. */
  readonly pictured: readonly number[];
  readonly held: readonly HeldInWords[];
}
