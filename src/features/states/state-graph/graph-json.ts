import { actionInWords, type State, type StateGraph, type Transition } from '../../../explore/index.ts';
import type { GraphAtThreshold } from '../graph-view/at-threshold.ts';
import type { StateGraphView } from '../graph-view/graph-view.ts';

/** What is shown of an exploration: the states that a threshold leaves. */
export type ShownGraph = GraphAtThreshold<State, Transition>;

/**
 * The graph for programs, as one JSON object. `distances[a][b]` has the distances of all explored states, by their numbers, so that
 * every larger threshold can be tried on it; `states` and `transitions` are those that the threshold leaves. `pictured`: the states that
 * have pictures; `held`: requests that were not sent, since they may change something.
 */
export function graphJson(
  graph: StateGraph,
  shown: ShownGraph,
  { pictured, held }: Partial<Pick<StateGraphView, 'pictured' | 'held'>> = {},
): string {
  return `${JSON.stringify({
    setting: graph.setting,
    exploredWith: graph.threshold,
    threshold: shown.threshold,
    states: shown.states,
    transitions: shown.transitions.map((transition) => ({
      ...transition,
      says: actionInWords(transition.action),
    })),
    removed: shown.removed,
    distances: graph.distances,
    pictured,
    held,
  })}\n`;
}
