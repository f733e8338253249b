import { availableParallelism } from 'node:os';
import { messageOf } from '../../base/index.ts';
import type { Store } from '../../database/store.ts';
import type { WorkerEvent } from './leased-work.ts';

/** One processor stays for the runs. */
const usualThreads = Math.max(1, availableParallelism() - 1);

/** Tries settings of calibrations that are under way, until there are none or the signal. */
export type HelpWithGrids = (
  store: Pick<Store, 'calibrations'>,
  options: {
    readonly threads: number;
    readonly signal: AbortSignal;
    readonly onBegin: (set: { readonly name: string }) => void;
  },
) => Promise<readonly { readonly set: { readonly name: string }; readonly settings: number }[]>;

/** What a worker does while it could take another run: it helps with calibrations. */
export class SpareTime {
  readonly #store: Pick<Store, 'calibrations'>;
  readonly #helpWithGrids: HelpWithGrids;
  readonly #onEvent: (event: WorkerEvent) => void;
  #helping: { readonly stopping: AbortController; readonly ended: Promise<void> } | null = null;

  constructor(
    store: Pick<Store, 'calibrations'>,
    helpWithGrids: HelpWithGrids,
    onEvent: (event: WorkerEvent) => void,
  ) {
    this.#store = store;
    this.#helpWithGrids = helpWithGrids;
    this.#onEvent = onEvent;
  }

  /** To be called now and then: begins when there is time and something to do, and steps back after what is under way when there is no time. */
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
    const helped = await this.#helpWithGrids(this.#store, {
      threads: usualThreads,
      signal,
      onBegin: (set) => this.#onEvent({ event: 'calibrating', set: set.name }),
    });
    for (const { set, settings } of helped) this.#onEvent({ event: 'calibrated', set: set.name, settings });
  }
}
