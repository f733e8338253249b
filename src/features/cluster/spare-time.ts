import { availableParallelism } from 'node:os';
import { messageOf } from '../../base/index.ts';
import { helpWithGrids } from '../../cli/of-other-features.ts';
import type { Store } from '../../database/store.ts';
import type { WorkerEvent } from './worker-context.ts';

/** One processor is left for the runs. */
const usualThreads = Math.max(1, availableParallelism() - 1);

/** The work of a worker that has room for another run: it helps with calibrations. */
export class SpareTime {
  readonly #store: Store;
  readonly #onEvent: (event: WorkerEvent) => void;
  #helping: { readonly stopping: AbortController; readonly ended: Promise<void> } | null = null;

  constructor(store: Store, onEvent: (event: WorkerEvent) => void) {
    this.#store = store;
    this.#onEvent = onEvent;
  }

  /** Called regularly: starts helping when there is time and work, and stops after the current piece of work when there is no time. */
  note(hasTime: boolean, isWanted: boolean): void {
    if (!hasTime) this.#helping?.stopping.abort();
    else if (isWanted) this.#helping ??= this.#begin();
  }

  async end(): Promise<void> {
    this.#helping?.stopping.abort();
    await this.#helping?.ended;
  }

  #begin(): { readonly stopping: AbortController; readonly ended: Promise<void> } {
    const stopping = new AbortController();
    const ended = this.#help(stopping.signal)
      .catch((error: unknown) => this.#onEvent({ event: 'trouble', message: messageOf(error) }))
      .finally(() => {
        this.#helping = null;
      });
    return { stopping, ended };
  }

  async #help(signal: AbortSignal): Promise<void> {
    const helped = await helpWithGrids.added?.(this.#store, {
      threads: usualThreads,
      signal,
      onBegin: (set) => this.#onEvent({ event: 'calibrating', set: set.name }),
    });
    for (const { set, settings } of helped ?? [])
      this.#onEvent({ event: 'calibrated', set: set.name, settings });
  }
}
