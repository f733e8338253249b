/** A state that a larger threshold removes, and why. */
export type RemovedState =
  | {
      readonly number: number;
      readonly because: 'near-duplicate';
      readonly of: number;
      readonly distance: number;
    }
  | { readonly number: number; readonly because: 'unreachable' };

/** What is left of a graph under a larger threshold. */
export interface GraphAtThreshold<Node, Edge> {
  readonly threshold: number;
  readonly states: readonly Node[];
  readonly transitions: readonly Edge[];
  /** In the order of discovery. */
  readonly removed: readonly RemovedState[];
  /** The transition that reaches each state on the shortest path from the index; the oldest of equal ones. The index has none. */
  readonly ways: ReadonlyMap<number, Edge>;
}

/** A state-flow graph, with any further fields of its states and transitions. */
export interface ExploredGraph<Node, Edge> {
  readonly threshold: number;
  readonly states: readonly Node[];
  readonly transitions: readonly Edge[];
  /** `distances[a][b]` for b < a. */
  readonly distances: readonly (readonly number[])[];
}

/**
 * The threshold slider: algorithm 2 of the paper on near-duplicate states. States are checked from oldest to newest. A near-duplicate of a state
 * that is still there is removed, and at the end every state that can no longer be reached from the index. A threshold below the explored one would
 * need states that were never kept: it throws RangeError. docs/decisions/states.md says how the paper is read where it is unclear.
 */
export function atThreshold<
  Node extends { readonly number: number },
  Edge extends { readonly from: number; readonly to: number },
>(graph: ExploredGraph<Node, Edge>, threshold: number): GraphAtThreshold<Node, Edge> {
  const { states, transitions, distances } = graph;
  if (!(threshold >= graph.threshold))
    throw new RangeError(
      `the graph was explored with the threshold ${graph.threshold}; only larger ones can be shown, not ${threshold}`,
    );
  const duplicates = new Map<number, { of: number; distance: number }>();
  const kept: number[] = [];
  for (const { number } of states) {
    let nearest: { of: number; distance: number } | null = null;
    for (const of of kept) {
      const distance = distances[number]?.[of] ?? Number.POSITIVE_INFINITY;
      if (distance <= threshold && (nearest === null || distance < nearest.distance))
        nearest = { of, distance };
    }
    if (nearest === null) kept.push(number);
    else duplicates.set(number, nearest);
  }

  const next = new Map<number, Edge[]>(kept.map((number) => [number, []]));
  for (const edge of transitions) if (next.has(edge.to)) next.get(edge.from)?.push(edge);
  const index = states[0];
  const reached = new Set(index === undefined ? [] : [index.number]);
  // Iterating over a set includes what is added during the iteration.
  const ways = new Map<number, Edge>();
  for (const number of reached)
    for (const edge of next.get(number) ?? []) {
      if (!reached.has(edge.to)) ways.set(edge.to, edge);
      reached.add(edge.to);
    }

  return {
    threshold,
    ways,
    states: states.filter(({ number }) => reached.has(number)),
    transitions: transitions.filter(({ from, to }) => reached.has(from) && reached.has(to)),
    removed: states
      .filter(({ number }) => !reached.has(number))
      .map(({ number }): RemovedState => {
        const duplicate = duplicates.get(number);
        return duplicate === undefined
          ? { number, because: 'unreachable' }
          : { number, because: 'near-duplicate', ...duplicate };
      }),
  };
}
