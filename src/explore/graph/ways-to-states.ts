import type { Action, StateGraph, Transition } from './state-graph.ts';

/** The transition by which each state is first reached from the index, with the fewest actions and the oldest of those. The index has none. */
export function waysToStates<Edge extends Pick<Transition, 'from' | 'to'> = Transition>({
  states,
  transitions,
}: {
  readonly states: StateGraph['states'];
  readonly transitions: readonly Edge[];
}): ReadonlyMap<number, Edge> {
  const ways = new Map<number, Edge>();
  const index = states[0];
  if (index === undefined) return ways;
  const leaving = Map.groupBy(transitions, ({ from }) => from);
  const reached = new Set([index.number]);
  for (const number of reached)
    for (const transition of leaving.get(number) ?? []) {
      if (reached.has(transition.to)) continue;
      reached.add(transition.to);
      ways.set(transition.to, transition);
    }
  return ways;
}

/** What to do in the index, and then in each state that follows, to come to a state. */
export function actionsTo(ways: ReadonlyMap<number, Transition>, number: number): readonly Action[] {
  const actions: Action[] = [];
  for (let way = ways.get(number); way !== undefined; way = ways.get(way.from)) actions.unshift(way.action);
  return actions;
}
