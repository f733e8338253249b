import type { Action, StateGraph } from './state-graph.ts';

/** Why two states of two explorations are considered the same. */
type MatchReason = 'the start' | 'the same to the letter' | 'the same actions' | 'the nearest';

export interface MatchedStates {
  readonly earlier: number;
  readonly later: number;
  readonly by: MatchReason;
}

interface MatchOptions {
  /** The distance between a state of the earlier graph and one of the later. */
  readonly distance: (earlier: number, later: number) => number;
  /** States with a larger distance are never the same. */
  readonly limit: number;
}

/**
 * Matches the states of a later exploration to those of an earlier one: first the two indexes; then states with the same address and
 * content; then states to which the same action leads from matched states; then the nearest. Each state has at most one partner.
 */
export function matchStates(
  earlier: StateGraph,
  later: StateGraph,
  options: MatchOptions,
): readonly MatchedStates[] {
  const matches = new Matches(earlier, later);
  if (earlier.states.length > 0 && later.states.length > 0) matches.add(0, 0, 'the start');
  matchEqual(matches);
  matchByActions(matches);
  matchNearest(matches, options);
  return matches.all();
}

class Matches {
  readonly earlier: StateGraph;
  readonly later: StateGraph;
  /** By the number of the later state. */
  readonly #byLater = new Map<number, MatchedStates>();
  readonly #takenEarlier = new Set<number>();

  constructor(earlier: StateGraph, later: StateGraph) {
    this.earlier = earlier;
    this.later = later;
  }

  isFree(earlier: number, later: number): boolean {
    return !this.#takenEarlier.has(earlier) && !this.#byLater.has(later);
  }

  add(earlier: number, later: number, by: MatchReason): void {
    this.#byLater.set(later, { earlier, later, by });
    this.#takenEarlier.add(earlier);
  }

  /** Matches in the order of the later exploration, including those that are added during the iteration. */
  added(): Iterable<MatchedStates> {
    return this.#byLater.values();
  }

  all(): readonly MatchedStates[] {
    return [...this.#byLater.values()].sort((one, other) => one.later - other.later);
  }
}

function matchEqual(matches: Matches): void {
  const known = Map.groupBy(matches.earlier.states, ({ url, hash }) => `${hash} ${url}`);
  for (const { number, url, hash } of matches.later.states) {
    const same = known.get(`${hash} ${url}`)?.find((state) => matches.isFree(state.number, number));
    if (same !== undefined) matches.add(same.number, number, 'the same to the letter');
  }
}

/** Follows equal actions from matched states, and from the states that this matches. */
function matchByActions(matches: Matches): void {
  const ledThen = Map.groupBy(matches.earlier.transitions, ({ from }) => from);
  const leadNow = Map.groupBy(matches.later.transitions, ({ from }) => from);
  for (const { earlier, later } of matches.added())
    for (const { to, action } of leadNow.get(later) ?? []) {
      const then = (ledThen.get(earlier) ?? []).find(
        (other) => matches.isFree(other.to, to) && isSameAction(action, other.action),
      );
      if (then !== undefined) matches.add(then.to, to, 'the same actions');
    }
}

function matchNearest(matches: Matches, { distance, limit }: MatchOptions): void {
  const left = matches.earlier.states.filter(({ number }) => matches.isFree(number, -1));
  const pairs = matches.later.states.flatMap(({ number: later }) =>
    left
      .filter(({ number: earlier }) => matches.isFree(earlier, later))
      .map(({ number: earlier }) => ({ earlier, later, apart: distance(earlier, later) })),
  );
  pairs.sort(
    (one, other) => one.apart - other.apart || one.later - other.later || one.earlier - other.earlier,
  );
  for (const { earlier, later, apart } of pairs)
    if (apart <= limit && matches.isFree(earlier, later)) matches.add(earlier, later, 'the nearest');
}

/**
 * Whether two actions, in two explorations, are the same to people: the same kind of action at the same place, or on an element with the
 * same name. The values filled in before may differ, because they are made up.
 */
export function isSameAction(one: Action, other: Action): boolean {
  if (one.kind !== other.kind || one.value !== other.value) return false;
  if (one.place === null || other.place === null) return one.place === other.place;
  const { label, element, path } = one.place;
  if (label !== '' && other.place.label !== '')
    return element === other.place.element && label === other.place.label;
  return path.join('\n') === other.place.path.join('\n');
}
