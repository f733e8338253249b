import { actionInWords, type StateGraph } from '../../../explore/index.ts';
import type { ShownGraph } from './shown-graph.ts';

/**
 * The graph for programs, as one JSON object. `distances[a][b]` are those of all states that were explored, by their numbers, so that
 * every larger threshold can be tried on it; `states` and `transitions` are those that the threshold leaves. `pictured`: the states of which
 * there are pictures.
 */
export function graphJson(graph: StateGraph, shown: ShownGraph, pictured?: readonly number[]): string {
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
  })}\n`;
}
