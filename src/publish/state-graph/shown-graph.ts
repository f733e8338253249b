import type { State, Transition } from '../../explore/index.ts';
import type { GraphAtThreshold } from '../contract/state-graph/at-threshold.ts';

/** What is shown of an exploration: the states that a threshold leaves. */
export type ShownGraph = GraphAtThreshold<State, Transition>;
