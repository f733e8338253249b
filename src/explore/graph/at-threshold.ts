import type { State, StateGraph, Transition } from './state-graph.ts';

/** A state that is not there under a larger threshold, and why. */
export type RemovedState =
  | {
      readonly number: number;
      readonly because: 'near-duplicate';
      readonly of: number;
      readonly distance: number;
    }
  | { readonly number: number; readonly because: 'unreachable' };

/** What is left of a graph under a larger threshold. */
export interface GraphAtThreshold<Edge = Transition> {
  readonly threshold: number;
  readonly states: readonly State[];
  readonly transitions: readonly Edge[];
  /** In the order of discovery. */
  readonly removed: readonly RemovedState[];
}

/** A state-flow graph, whatever else its transitions tell. */
type Explored<Edge> = Pick<StateGraph, 'threshold' | 'states' | 'distances'> & {
  readonly transitions: readonly Edge[];
};

/**
 * The threshold slider (D6): algorithm 2 of the paper. States go from old to new; one that is a near-duplicate of a state that is still there is
 * removed, and at the end everything that the index no longer leads to. Thresholds below the one that was explored with would need states that
 * were never kept: they throw RangeError. docs/decisions/0032-overview.md tells how the paper is read where it is unclear.
 *
 * The overview takes the source of this function along, so it uses nothing but its arguments.
 */
export function atThreshold<Edge extends Pick<Transition, 'from' | 'to'> = Transition>(
  graph: Explored<Edge>,
  threshold: number,
): GraphAtThreshold<Edge> {
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

  const next = new Map<number, number[]>(kept.map((number) => [number, []]));
  for (const { from, to } of transitions) if (next.has(to)) next.get(from)?.push(to);
  const index = states[0];
  const reached = new Set(index === undefined ? [] : [index.number]);
  // A set goes on to what is added while it is walked.
  for (const number of reached) for (const to of next.get(number) ?? []) reached.add(to);

  return {
    threshold,
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
