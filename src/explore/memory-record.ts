import type { ExplorationRecord, ExplorationSoFar, SeenState, TriedAction } from './exploration-record.ts';

/** Keeps an exploration for as long as the program runs. */
export class MemoryRecord implements ExplorationRecord {
  readonly #states: SeenState[] = [];
  readonly #tried: TriedAction[] = [];

  async soFar(): Promise<ExplorationSoFar> {
    return { states: [...this.#states], tried: [...this.#tried] };
  }

  async index(found: SeenState): Promise<void> {
    this.#states.push(found);
  }

  async tried(action: TriedAction, found: SeenState | null): Promise<void> {
    if (found !== null) this.#states.push(found);
    this.#tried.push(action);
  }
}
