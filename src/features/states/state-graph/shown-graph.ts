import type { State, Transition } from '../../../explore/index.ts';
import type { GraphAtThreshold } from '../graph-view/at-threshold.ts';

/** What is shown of an exploration: the states that a threshold leaves. */
export type ShownGraph = GraphAtThreshold<State, Transition>;
