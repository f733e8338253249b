import type { ExplorationSoFar, SeenState, TriedAction } from '../exploration-record.ts';
import type { Action } from '../graph/state-graph.ts';

/** An action to try in a state. */
export interface Task {
  readonly from: number;
  readonly candidate: number;
  readonly action: Action;
}

/** What an exploration has found, and what is left to try. */
export class ExploredSoFar {
  readonly #states: SeenState[] = [];
  readonly #tried: TriedAction[] = [];
  readonly #done = new Set<string>();
  /** The action that first led to each state; the index has none. */
  readonly #reachedBy = new Map<number, Task>();
  readonly #perUrl = new Map<string, number>();
  readonly #depth: number;
  /** The next action to try. */
  #at = { from: 0, candidate: 0 };

  constructor({ states, tried }: ExplorationSoFar, depth: number) {
    this.#depth = depth;
    for (const state of states) this.add(state);
    for (const action of tried) this.note(action);
  }

  get states(): readonly SeenState[] {
    return this.#states;
  }

  get tried(): readonly TriedAction[] {
    return this.#tried;
  }

  /** The number of known actions that are still to be tried. */
  get waiting(): number {
    const all = this.#states.reduce(
      (sum, { state, candidates }) => sum + (state.depth < this.#depth ? candidates.length : 0),
      0,
    );
    return all - this.#tried.length;
  }

  /** Whether states that are too deep have actions to try. */
  get isCutByDepth(): boolean {
    return this.#states.some(({ state, candidates }) => state.depth >= this.#depth && candidates.length > 0);
  }

  add(found: SeenState): void {
    this.#states.push(found);
    const { url } = found.state;
    this.#perUrl.set(url, this.statesAt(url) + 1);
  }

  note(tried: TriedAction): void {
    this.#tried.push(tried);
    this.#done.add(`${tried.from} ${tried.candidate}`);
    const { transition, from, candidate } = tried;
    if (transition === null || transition.to === 0 || this.#reachedBy.has(transition.to)) return;
    this.#reachedBy.set(transition.to, { from, candidate, action: transition.action });
  }

  statesAt(url: string): number {
    return this.#perUrl.get(url) ?? 0;
  }

  /** The next action, in the order of states and of their candidates: so the order never depends on which visitor is faster. */
  next(): Task | null {
    for (;;) {
      const { from, candidate } = this.#at;
      const seen = this.#states[from];
      if (seen === undefined) return null;
      const action = seen.candidates[candidate];
      if (action === undefined || seen.state.depth >= this.#depth) {
        this.#at = { from: from + 1, candidate: 0 };
        continue;
      }
      this.#at = { from, candidate: candidate + 1 };
      if (!this.#done.has(`${from} ${candidate}`)) return { from, candidate, action };
    }
  }

  /** The actions that lead from the index to a state. */
  wayTo(state: number): readonly Action[] {
    const way: Action[] = [];
    for (let task = this.#reachedBy.get(state); task !== undefined; task = this.#reachedBy.get(task.from))
      way.unshift(task.action);
    return way;
  }

  /** How many times in a row the same element was pressed, including this action, while each press led to a new state. */
  timesInARow({ from, action }: Task): number {
    let times = 1;
    for (let at = this.#reachedBy.get(from); at !== undefined; at = this.#reachedBy.get(at.from)) {
      if (!isSameDeed(at.action, action)) break;
      times++;
    }
    return times;
  }
}

/** Whether two actions press the same element, even if its label has changed. */
function isSameDeed(one: Action, other: Action): boolean {
  const placeOf = ({ kind, place, value }: Action) => JSON.stringify([kind, place?.path, value]);
  return placeOf(one) === placeOf(other);
}
